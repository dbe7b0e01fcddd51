"""Terms in three languages, and the symbols that formulas use: the only place where terms live.

Chinese textbooks disagree with each other more than English ones do. The first name given is the
one in Zhou Zhihua's 机器学习 (the "watermelon book"), where it has one; others follow. ``clash``
warns of a word that means something else elsewhere.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from . import digits, inputs
from .calls import explained
from .errors import UnknownNameError, did_you_mean
from .escaping import printable
from .trace import Column, Trace


class Term(NamedTuple):
    """One term: English, simplified and traditional Chinese, and how formulas write it."""

    en: str
    hans: str
    hant: str
    symbol: str = ""
    latex: str = ""
    clash: str = ""


TERMS = {
    # The four counts
    "TP": Term("true positives", "真正例", "真陽性", "TP", r"\mathrm{TP}"),
    "FP": Term("false positives", "假正例 (误报)", "偽陽性 (誤報)", "FP", r"\mathrm{FP}"),
    "FN": Term("false negatives", "假反例 (漏报)", "偽陰性 (漏報)", "FN", r"\mathrm{FN}"),
    "TN": Term("true negatives", "真反例", "真陰性", "TN", r"\mathrm{TN}"),
    "beta": Term("beta", "β", "β", "β", r"\beta"),
    "positive": Term(
        "positive",
        "正例",
        "正例",
        clash="the class that is looked for, however unwelcome; also 正样本, in medicine 阳性",
    ),
    "negative": Term("negative", "反例 (负例)", "反例 (負例)"),
    "truth": Term("truth", "真实情况", "真實情況"),
    "prediction": Term("prediction", "预测结果", "預測結果"),
    "score": Term("score", "得分 (置信度)", "得分 (信心分數)"),
    "tie": Term("tie", "同分 (并列)", "同分 (並列)"),
    "ranking": Term("ranking", "排序", "排序"),
    "sweep": Term("sweep over all thresholds", "逐个阈值扫描", "逐個閾值掃描"),
    "threshold": Term("threshold", "阈值", "閾值", clash="often misspelt 阀值"),
    "confusion_matrix": Term("confusion matrix", "混淆矩阵", "混淆矩陣"),
    # Rates over everybody
    "accuracy": Term(
        "accuracy",
        "精度 (准确率)",
        "精度 (準確率)",
        clash="Zhou calls accuracy 精度; many texts use 精度 or 精确度 for precision, "
        "and some call precision 准确率",
    ),
    "error_rate": Term("error rate", "错误率", "錯誤率"),
    "prevalence": Term("prevalence", "正例比例 (患病率)", "正例比例 (盛行率)"),
    "predicted_positive_rate": Term("predicted positive rate", "预测正例比例", "預測正例比例"),
    "detection_rate": Term("detection rate", "检出率", "檢出率"),
    "no_information_rate": Term("no-information rate", "无信息率", "無資訊率"),
    "bias": Term("bias of the predictions", "预测偏差", "預測偏差"),
    # Rates over the predicted positives and negatives
    "precision": Term(
        "precision",
        "查准率 (精确率)",
        "查準率 (精確率)",
        clash="also 精准率; never 准确率, which is accuracy",
    ),
    "fdr": Term(
        "false discovery rate",
        "错误发现率",
        "錯誤發現率",
        "FDR",
        r"\mathrm{FDR}",
        clash="in statistics the expected share; here the share in these data",
    ),
    "npv": Term("negative predictive value", "阴性预测值", "陰性預測值", "NPV", r"\mathrm{NPV}"),
    "false_omission_rate": Term("false omission rate", "错误遗漏率", "錯誤遺漏率"),
    # Rates over the true positives and negatives
    "recall": Term(
        "recall",
        "查全率 (召回率、灵敏度)",
        "查全率 (召回率、靈敏度)",
        clash="also called sensitivity and TPR; 灵敏度 and 查全率 are one number",
    ),
    "fnr": Term(
        "false negative rate", "假反例率 (漏报率)", "偽陰性率 (漏報率)", "FNR", r"\mathrm{FNR}"
    ),
    "specificity": Term(
        "specificity",
        "特异度 (真反例率)",
        "特異度 (真陰性率)",
        clash="not the FPR: 特异度 = 1 − FPR",
    ),
    "fpr": Term(
        "false positive rate",
        "假正例率 (误报率)",
        "偽陽性率 (誤報率)",
        "FPR",
        r"\mathrm{FPR}",
        clash="it is 1 − 特异度, not 特异度",
    ),
    # Several in one
    "f1": Term(
        "F1",
        "F1 度量",
        "F1 度量",
        "F1",
        "F_1",
        clash="the harmonic mean (调和平均) of P and R, no plain mean; of pixels it is Dice",
    ),
    "f_beta": Term("F-beta", "Fβ 度量", "Fβ 度量", "Fβ", r"F_\beta"),
    "f_weighted": Term("weighted harmonic mean", "加权调和平均", "加權調和平均", "F", "F"),
    "jaccard": Term("Jaccard index", "Jaccard 系数 (交并比)", "Jaccard 係數 (交並比)"),
    "mcc": Term(
        "Matthews correlation coefficient",
        "马修斯相关系数",
        "馬修斯相關係數",
        "MCC",
        r"\mathrm{MCC}",
    ),
    "kappa": Term("Cohen's kappa", "Kappa 系数", "Kappa 係數", "κ", r"\kappa"),
    "chance_agreement": Term("agreement by chance", "随机一致率", "隨機一致率"),
    "scott_pi": Term("Scott's pi", "Scott π 系数", "Scott π 係數", "π", r"\pi"),
    "pooled_agreement": Term("agreement by pooled chance", "合并随机一致率", "合併隨機一致率"),
    "informedness": Term("informedness", "约登指数", "約登指數", "J", "J"),
    "markedness": Term("markedness", "标记性", "標記性"),
    "balanced_accuracy": Term("balanced accuracy", "平衡精度", "平衡精度"),
    "g_mean": Term("G-mean", "几何平均 (G-mean)", "幾何平均 (G-mean)"),
    "fowlkes_mallows": Term("Fowlkes–Mallows index", "FM 指数", "FM 指數"),
    "lift": Term("lift", "提升度", "提升度"),
    "lr_plus": Term(
        "positive likelihood ratio", "阳性似然比", "陽性概似比", "LR+", r"\mathrm{LR}_+"
    ),
    "lr_minus": Term(
        "negative likelihood ratio", "阴性似然比", "陰性概似比", "LR−", r"\mathrm{LR}_-"
    ),
    "diagnostic_odds_ratio": Term(
        "diagnostic odds ratio", "诊断比值比", "診斷勝算比", "DOR", r"\mathrm{DOR}"
    ),
    "yule_q": Term("Yule's Q", "Yule Q 系数", "Yule Q 係數", "Q", "Q"),
    "yule_y": Term("Yule's Y", "Yule Y 系数", "Yule Y 係數", "Y", "Y"),
    "prevalence_threshold": Term("prevalence threshold", "患病率阈值", "盛行率閾值"),
    "overlap": Term("overlap coefficient", "重叠系数", "重疊係數"),
    "braun_blanquet": Term(
        "Braun-Blanquet similarity", "Braun-Blanquet 系数", "Braun-Blanquet 係數"
    ),
    "optimized_precision": Term("optimized precision", "优化精度", "優化精度"),
    "index_of_balanced_accuracy": Term(
        "index of balanced accuracy", "平衡精度指数", "平衡精度指數", "IBA", r"\mathrm{IBA}"
    ),
    "equitable_threat_score": Term(
        "equitable threat score", "公平威胁评分", "公平威脅評分", "ETS", r"\mathrm{ETS}"
    ),
    # Ways of speaking
    "tpr": Term("true positive rate", "真正例率", "真陽性率", "TPR", r"\mathrm{TPR}"),
    "decision_boundary": Term("decision boundary", "分类边界", "分類邊界"),
    "trade_off": Term("trade-off", "权衡", "權衡"),
    "underfitting": Term(
        "underfitting",
        "欠拟合",
        "欠擬合",
        clash="of training; a threshold has nothing to do with it",
    ),
    "arithmetic_mean": Term("arithmetic mean", "算术平均", "算術平均"),
    "geometric_mean": Term(
        "geometric mean",
        "几何平均",
        "幾何平均",
        clash="G-mean is the one of recall and specificity",
    ),
    "harmonic_mean": Term("harmonic mean", "调和平均", "調和平均"),
    "weight": Term("weight", "权重", "權重"),
    "one_vs_rest": Term("one against the rest", "一对其余", "一對其餘"),
    "multi_class": Term("multi-class", "多分类", "多分類"),
    "multi_label": Term("multi-label", "多标签", "多標籤"),
    "macro_f1": Term("macro F1", "宏 F1", "宏 F1", "macro F1"),
    "micro_f1": Term("micro F1", "微 F1", "微 F1", "micro F1"),
    "perfect_ranking": Term("perfect ranking", "完美排序", "完美排序"),
    "crossing_curves": Term("crossing curves", "曲线交叉", "曲線交叉"),
    "rectangle_rule": Term("rectangle rule", "矩形规则", "矩形規則"),
    "trapezoid_rule": Term("trapezoid rule", "梯形规则", "梯形規則"),
    "upper_envelope": Term("upper envelope", "上包络", "上包絡", clash="not smoothing (平滑处理)"),
    "relevant": Term("relevant", "相关", "相關"),
    "staircase": Term("staircase", "阶梯折线", "階梯折線"),
    "random_guessing": Term("random guessing", "随机猜测", "隨機猜測"),
    "rank": Term("rank", "名次", "名次"),
    "pair_of_samples": Term("pair of samples", "样本对", "樣本對"),
    "calibration": Term("calibration", "校准", "校準"),
    "click_through_rate": Term("click-through rate", "点击率", "點擊率", "CTR", r"\mathrm{CTR}"),
    "mann_whitney_u": Term("Mann–Whitney U", "曼-惠特尼 U 统计量", "曼-惠特尼 U 統計量", "U", "U"),
    "gini_coefficient": Term("Gini coefficient", "基尼系数", "基尼係數"),
    "odds": Term("odds", "几率", "勝算"),
    "class_imbalance": Term("class imbalance", "类别不平衡", "類別不平衡"),
    "bayes_formula": Term("Bayes' formula", "贝叶斯公式", "貝氏公式"),
    "undersampling": Term("undersampling", "欠采样", "欠採樣"),
    "unreachable_region": Term("unreachable region", "不可达区域", "不可達區域"),
    "standard_deviation": Term("standard deviation", "标准差", "標準差"),
    "mask": Term("mask", "掩膜 (掩码)", "遮罩"),
    "pixel": Term("pixel", "像素", "像素 (畫素)"),
    "semantic_segmentation": Term("semantic segmentation", "语义分割", "語意分割"),
    "query": Term("query", "查询", "查詢"),
    "label": Term("label", "标签", "標籤"),
    "dice": Term("Dice coefficient", "Dice 系数", "Dice 係數", "Dice", r"\mathrm{Dice}"),
    "variance": Term("variance", "方差", "變異數", "σ²", r"\sigma^2"),
    "scorecard": Term("scorecard", "评分卡", "評分卡"),
    "good_customer": Term("good customer", "好客户", "好客戶"),
    "bad_customer": Term("bad customer", "坏客户", "壞客戶"),
    "decile": Term("decile", "十分位", "十分位"),
    "cumulative_share": Term("cumulative share", "累积占比", "累積佔比"),
    "two_sample_ks": Term("two-sample KS test", "双样本 KS 检验", "雙樣本 KS 檢定"),
    "cost_matrix": Term("cost matrix", "代价矩阵", "代價矩陣"),
    "lower_envelope": Term("lower envelope", "下包络", "下包絡"),
    "trivial_classifier": Term("trivial classifier", "平凡分类器", "平凡分類器"),
    "expected_total_cost": Term("expected total cost", "期望总体代价", "期望總體代價"),
    "regret": Term("regret", "额外代价", "額外代價"),
    "iou_threshold": Term("least overlap", "交并比阈值", "交並比閾值"),
    "false_alarm": Term("false alarm", "误报", "誤報"),
    "protocol": Term("protocol", "评测协议", "評測協定"),
    "average_recall": Term("average recall", "平均召回率", "平均召回率", "AR", r"\mathrm{AR}"),
    "eleven_point_interpolation": Term("11-point interpolation", "11 点插值", "11 點插值"),
    "all_point_interpolation": Term("all-point interpolation", "所有点插值", "所有點插值"),
    "coco_interpolation": Term("101-point interpolation", "101 点插值", "101 點插值"),
    "regression": Term("regression", "回归", "迴歸"),
    "prediction_error": Term("error of a prediction", "误差", "誤差"),
    "norm": Term("norm", "范数", "範數", "‖e‖", r"\lVert e\rVert"),
    "correlation": Term("correlation", "相关系数", "相關係數"),
    "logistic_regression": Term("logistic regression", "逻辑回归", "邏輯迴歸"),
    "training_set": Term("training set", "训练集", "訓練集"),
    "test_set": Term("test set", "测试集", "測試集"),
    "baseline": Term("baseline", "基线", "基線"),
    "optimism": Term("optimism", "过于乐观", "過於樂觀"),
    "default": Term("default (of a loan)", "违约", "違約"),
    "hard_label": Term("hard label", "硬标签", "硬標籤"),
    # Areas and landmarks
    "ks": Term(
        "Kolmogorov-Smirnov statistic",
        "KS 值",
        "KS 值",
        "KS",
        r"\mathrm{KS}",
        clash="a share of the ranking and a score threshold are both called 阈值",
    ),
    "break_even": Term(
        "break-even point",
        "平衡点 (BEP)",
        "平衡點 (BEP)",
        "BEP",
        r"\mathrm{BEP}",
        clash="sometimes misspelt break-event point",
    ),
    "equal_error_rate": Term(
        "equal error rate",
        "等错误率 (EER)",
        "等錯誤率 (EER)",
        "EER",
        r"\mathrm{EER}",
        clash="where FPR = FNR; no error rate of all samples, unless both classes are equally many",
    ),
    "distance_to_corner": Term("distance to the corner", "到角点的距离", "到角點的距離"),
    "auc": Term(
        "area under the ROC curve",
        "ROC 曲线下面积",
        "ROC 曲線下面積",
        "AUC",
        r"\mathrm{AUC}",
        clash="an area: 'AUC 曲线' mixes it with the curve; some speak of the P-R curve's AUC too",
    ),
    "gini": Term(
        "Gini coefficient",
        "基尼系数",
        "基尼係數",
        "Gini",
        r"\mathrm{Gini}",
        clash="of a ranking, 2·AUC − 1; the Gini impurity of decision trees, 基尼值 with Zhou, is "
        "something else",
    ),
    "hand_till_auc": Term(
        "Hand–Till AUC",
        "多分类 AUC (逐对平均)",
        "多分類 AUC (逐對平均)",
        "Hand–Till AUC",
        r"\text{Hand–Till AUC}",
    ),
    "partial_auc": Term(
        "partial area under the ROC curve", "部分 AUC", "部分 AUC", "pAUC", r"\mathrm{pAUC}"
    ),
    "average_precision": Term(
        "average precision",
        "平均查准率 (AP)",
        "平均查準率 (AP)",
        "AP",
        r"\mathrm{AP}",
        clash="six rules give six numbers; 平均精度 here means precision, not accuracy",
    ),
    # Costs
    "cTP": Term("cost of a true positive", "真正例代价", "真陽性代價", "cTP", r"c_{\mathrm{TP}}"),
    "cFP": Term("cost of a false positive", "误报代价", "誤報代價", "cFP", r"c_{\mathrm{FP}}"),
    "cFN": Term("cost of a false negative", "漏报代价", "漏報代價", "cFN", r"c_{\mathrm{FN}}"),
    "cTN": Term("cost of a true negative", "真反例代价", "真陰性代價", "cTN", r"c_{\mathrm{TN}}"),
    "pc": Term("probability cost", "正例概率代价", "正例機率代價", "pc", r"P(+)\mathrm{cost}"),
    "probability_cost": Term("probability cost", "正例概率代价", "正例機率代價"),
    "expected_cost": Term("expected cost", "期望代价", "期望代價"),
    "normalised_expected_cost": Term("normalised expected cost", "归一化代价", "歸一化代價"),
    "cost_curve": Term("cost curve", "代价曲线", "代價曲線"),
    "cost_threshold": Term("cost threshold", "代价阈值", "代價閾值"),
    "iso_performance_slope": Term("slope of equal cost", "等代价线斜率", "等代價線斜率"),
    "cost_ratio": Term("cost ratio", "代价比", "代價比"),
    "regret_fp": Term("regret of a false positive", "误报的额外代价", "誤報的額外代價"),
    "regret_fn": Term("regret of a false negative", "漏报的额外代价", "漏報的額外代價"),
    # Rankings of labels and of documents
    "macro_average_precision": Term("macro-averaged AP", "宏平均 AP (mAP)", "宏平均 AP (mAP)"),
    "micro_average_precision": Term("micro-averaged AP", "微平均 AP", "微平均 AP"),
    "weighted_average_precision": Term("weighted AP", "加权平均 AP", "加權平均 AP"),
    "samples_average_precision": Term("AP over samples", "按样本平均的 AP", "按樣本平均的 AP"),
    "macro_auc": Term("macro-averaged AUC", "宏平均 AUC", "宏平均 AUC"),
    "micro_auc": Term("micro-averaged AUC", "微平均 AUC", "微平均 AUC"),
    "weighted_auc": Term("weighted AUC", "加权平均 AUC", "加權平均 AUC"),
    "samples_auc": Term("AUC over samples", "按样本平均的 AUC", "按樣本平均的 AUC"),
    "label_ranking_average_precision": Term(
        "label ranking average precision", "标签排序平均查准率", "標籤排序平均查準率"
    ),
    "coverage_error": Term(
        "coverage error",
        "覆盖误差",
        "覆蓋誤差",
        clash="Zhang & Zhou count from 0, scikit-learn from 1",
    ),
    "label_ranking_loss": Term("ranking loss", "排序损失", "排序損失"),
    "hamming_loss": Term("Hamming loss", "汉明损失", "漢明損失"),
    "subset_accuracy": Term("subset accuracy", "子集准确率 (完全匹配)", "子集準確率 (完全匹配)"),
    "jaccard_samples": Term(
        "Jaccard index over samples", "样本平均 Jaccard 系数", "樣本平均 Jaccard 係數"
    ),
    "mean_average_precision": Term(
        "mean average precision",
        "平均查准率均值 (MAP)",
        "平均查準率均值 (MAP)",
        clash="MAP of rankings is a mean over queries, mAP of detection one over classes",
    ),
    "precision_at_k": Term("precision at k", "前 k 个的查准率", "前 k 個的查準率"),
    "recall_at_k": Term("recall at k", "前 k 个的查全率", "前 k 個的查全率"),
    "r_precision": Term("R-precision", "R-查准率", "R-查準率"),
    "dcg": Term(
        "discounted cumulative gain", "折损累计增益", "折損累計增益", "DCG", r"\mathrm{DCG}"
    ),
    "ideal_dcg": Term(
        "ideal discounted cumulative gain",
        "理想折损累计增益",
        "理想折損累計增益",
        "ideal DCG",
        r"\text{ideal }\mathrm{DCG}",
    ),
    "ndcg": Term(
        "normalised discounted cumulative gain",
        "归一化折损累计增益",
        "正規化折損累計增益",
        "nDCG",
        r"\mathrm{nDCG}",
        clash="with linear or with exponential gain: two numbers of one name",
    ),
    "reciprocal_rank": Term("reciprocal rank", "倒数排名", "倒數排名"),
    "mean_reciprocal_rank": Term("mean reciprocal rank", "平均倒数排名", "平均倒數排名"),
    "eleven_point_average": Term(
        "eleven-point average precision", "11 点插值平均查准率", "11 點插值平均查準率"
    ),
    # Many classes
    "macro": Term(
        "macro average",
        "宏平均",
        "宏平均",
        clash="macro F1 is the mean of F1s, or the F1 of mean P and mean R (Zhou)",
    ),
    "micro": Term("micro average", "微平均", "微平均"),
    "weighted": Term("weighted average", "加权平均", "加權平均"),
    "support": Term("support", "支持数", "支持數"),
    "weighted_kappa": Term("weighted kappa", "加权 Kappa", "加權 Kappa", "κw", r"\kappa_w"),
    "kappa_standard_error": Term("standard error of kappa", "Kappa 的标准误", "Kappa 的標準誤"),
    "accuracy_standard_error": Term(
        "standard error of the accuracy", "精度的标准误", "精度的標準誤"
    ),
    "kappa_no_prevalence": Term(
        "prevalence-adjusted kappa", "校正 Kappa", "校正 Kappa", "PABAK", r"\mathrm{PABAK}"
    ),
    "bennett_s": Term("Bennett's S", "Bennett S 系数", "Bennett S 係數", "S", "S"),
    "reference_entropy": Term("entropy of the truth", "真实熵", "真實熵"),
    "response_entropy": Term("entropy of the predictions", "预测熵", "預測熵"),
    "joint_entropy": Term("joint entropy", "联合熵", "聯合熵"),
    "conditional_entropy": Term("conditional entropy", "条件熵", "條件熵"),
    "cross_entropy": Term("cross entropy", "交叉熵", "交叉熵"),
    "mutual_information": Term("mutual information", "互信息", "互資訊"),
    "kl_divergence": Term("Kullback–Leibler divergence", "KL 散度", "KL 散度"),
    "chi_squared": Term("chi-squared", "卡方统计量", "卡方統計量", "χ²", r"\chi^2"),
    "phi_squared": Term("phi-squared", "φ² 系数", "φ² 係數", "φ²", r"\varphi^2"),
    "cramers_v": Term("Cramér's V", "Cramér V 系数", "Cramér V 係數", "V", "V"),
    "lambda_truth": Term("lambda (truth)", "λ 系数 (猜真实)", "λ 係數 (猜真實)", "λ", r"\lambda"),
    "lambda_prediction": Term(
        "lambda (prediction)", "λ 系数 (猜预测)", "λ 係數 (猜預測)", "λ", r"\lambda"
    ),
    "mcnemar_p_value": Term("McNemar's p value", "McNemar 检验 p 值", "McNemar 檢定 p 值"),
    "accuracy_p_value": Term("p value of the accuracy", "精度检验 p 值", "精度檢定 p 值"),
    # Segmentation
    "mean_iou": Term("mean IoU", "平均交并比", "平均交並比", "mIoU", r"\mathrm{mIoU}"),
    "pixel_accuracy": Term(
        "pixel accuracy",
        "像素精度 (像素准确率)",
        "像素精度 (像素準確率)",
        "PA",
        r"\mathrm{PA}",
        clash="精度 is accuracy here, precision in 平均精度均值",
    ),
    "mean_pixel_accuracy": Term(
        "mean pixel accuracy", "平均像素精度", "平均像素精度", "MPA", r"\mathrm{MPA}"
    ),
    "frequency_weighted_iou": Term(
        "frequency-weighted IoU", "频权交并比", "頻權交並比", "FWIoU", r"\mathrm{FWIoU}"
    ),
    "mean_dice": Term("mean Dice", "平均 Dice 系数", "平均 Dice 係數", "mDice", r"\mathrm{mDice}"),
    "mean_iou_over_images": Term("mean IoU over images", "逐图平均交并比", "逐圖平均交並比"),
    # Regression
    "mae": Term(
        "mean absolute error",
        "平均绝对误差",
        "平均絕對誤差",
        "MAE",
        r"\mathrm{MAE}",
        clash="'l1 norm loss' is loose: the norm isn't divided by n",
    ),
    "mse": Term(
        "mean squared error",
        "均方误差",
        "均方誤差",
        "MSE",
        r"\mathrm{MSE}",
        clash="'l2 norm loss' is loose: the norm is its root, without the division by n",
    ),
    "rmse": Term("root mean squared error", "均方根误差", "均方根誤差", "RMSE", r"\mathrm{RMSE}"),
    "medae": Term(
        "median absolute error", "中位绝对误差", "中位絕對誤差", "MedAE", r"\mathrm{MedAE}"
    ),
    "mape": Term(
        "mean absolute percentage error",
        "平均绝对百分比误差",
        "平均絕對百分比誤差",
        "MAPE",
        r"\mathrm{MAPE}",
    ),
    "msle": Term(
        "mean squared logarithmic error", "均方对数误差", "均方對數誤差", "MSLE", r"\mathrm{MSLE}"
    ),
    "mean_bias_error": Term("mean bias error", "平均偏差", "平均偏差", "MBE", r"\mathrm{MBE}"),
    "max_error": Term("maximum error", "最大误差", "最大誤差"),
    "r2": Term("coefficient of determination", "决定系数", "決定係數", "R²", "R^2"),
    "explained_variance": Term("explained variance", "解释方差", "解釋變異"),
    "absolute_errors": Term(
        "sum of absolute errors", "绝对误差之和", "絕對誤差之和", "Σ|e|", r"\sum|e|"
    ),
    "squared_errors": Term("sum of squared errors", "误差平方和", "誤差平方和", "Σe²", r"\sum e^2"),
    "squared_deviations": Term("sum of squared deviations", "离差平方和", "離差平方和"),
    "slope": Term("slope", "斜率", "斜率"),
    "intercept": Term("intercept", "截距", "截距"),
    "ss_reg": Term(
        "regression sum of squares", "回归平方和", "迴歸平方和", "SSreg", r"\mathrm{SS_{reg}}"
    ),
    "residual_sd": Term(
        "residual standard deviation",
        "残差标准差",
        "殘差標準差",
        "residual SD",
        r"\text{residual SD}",
        clash="divides by n − parameters; the RMSE divides by n",
    ),
    "ss_res": Term(
        "residual sum of squares", "残差平方和", "殘差平方和", "SSres", r"\mathrm{SS_{res}}"
    ),
    "residual": Term("residual", "残差", "殘差"),
    "psi": Term(
        "population stability index", "群体稳定性指标", "群體穩定性指標", "PSI", r"\mathrm{PSI}"
    ),
    "net_benefit": Term("net benefit", "净获益", "淨獲益"),
    "p_threshold": Term("threshold probability", "阈概率", "閾機率"),
    "brier": Term("Brier score", "Brier 分数", "Brier 分數", "BS", r"\mathrm{BS}"),
    "log_loss": Term("logarithmic loss", "对数损失 (交叉熵)", "對數損失 (交叉熵)"),
    # Similarity of images
    "ssim": Term("structural similarity", "结构相似性", "結構相似性", "SSIM", r"\mathrm{SSIM}"),
    "psnr": Term(
        "peak signal-to-noise ratio", "峰值信噪比", "峰值訊噪比", "PSNR", r"\mathrm{PSNR}"
    ),
    "luminance": Term("luminance", "亮度", "亮度"),
    "contrast": Term("contrast", "对比度", "對比度"),
    "structure": Term("structure", "结构", "結構"),
    "mean_x": Term("mean of x", "x 的均值", "x 的均值", "μx", r"\mu_x"),
    "mean_y": Term("mean of y", "y 的均值", "y 的均值", "μy", r"\mu_y"),
    "sd_x": Term("standard deviation of x", "x 的标准差", "x 的標準差", "σx", r"\sigma_x"),
    "sd_y": Term("standard deviation of y", "y 的标准差", "y 的標準差", "σy", r"\sigma_y"),
    "covariance": Term("covariance", "协方差", "共變異數"),
    "variance_x": Term("variance of x", "x 的方差", "x 的變異數", "σx²", r"\sigma_x^2"),
    "variance_y": Term("variance of y", "y 的方差", "y 的變異數", "σy²", r"\sigma_y^2"),
    "data_range": Term("data range", "数据范围", "資料範圍", "L", "L"),
    # How sure
    "auc_standard_error": Term("standard error of the AUC", "AUC 的标准误", "AUC 的標準誤"),
    "standard_error": Term("standard error", "标准误", "標準誤"),
    "auc_variance": Term("variance of the AUC", "AUC 的方差", "AUC 的變異數"),
    "auc_covariance": Term("covariance of two AUCs", "两个 AUC 的协方差", "兩個 AUC 的共變異數"),
    "auc_difference": Term("difference of two AUCs", "AUC 之差", "AUC 之差"),
    "average_rank": Term("average rank", "平均序值", "平均序值"),
    "friedman_chi_squared": Term(
        "chi-squared of the Friedman test", "Friedman 检验的卡方值", "Friedman 檢定的卡方值"
    ),
    "friedman_f": Term("F of the Friedman test", "Friedman 检验的 F 值", "Friedman 檢定的 F 值"),
    "critical_difference": Term(
        "critical difference", "临界值域", "臨界值域", "CD", r"\mathrm{CD}"
    ),
    "p_value": Term("p value", "p 值", "p 值"),
    "confidence_interval": Term("confidence interval", "置信区间", "信賴區間"),
    "bootstrap": Term("bootstrap", "自助法", "拔靴法"),
    "placement": Term("placement", "位置值", "位置值"),
    "wraps": Term("wraps", "包住", "包住"),
    # More than one computer holds
    "shard": Term(
        "shard",
        "分片",
        "分片",
        clash="a part of the data that stays on its own computer; many tools say partition, 分区",
    ),
    "chunk": Term("chunk", "数据块", "資料塊"),
    "stream": Term("stream", "数据流", "資料流 (串流)"),
    "simpsons_paradox": Term("Simpson's paradox", "辛普森悖论", "辛普森悖論"),
    "tree_sum": Term("tree sum", "树形求和", "樹狀求和"),
    "quantisation": Term("quantisation", "量化", "量化"),
    "significant_bits": Term("significant bits", "有效位", "有效位元"),
    "resolution": Term(
        "resolution of a score",
        "分辨率 (有效位数)",
        "解析度 (有效位元數)",
        clash="how many significant bits count; of an image, 分辨率 is its number of pixels",
    ),
    # Populations
    "mean_positive": Term(
        "mean score of the positives", "正例得分均值", "正例得分均值", "μ₊", r"\mu_+"
    ),
    "mean_negative": Term(
        "mean score of the negatives", "反例得分均值", "反例得分均值", "μ₋", r"\mu_-"
    ),
    "sd_positive": Term(
        "standard deviation of the positives", "正例得分标准差", "正例得分標準差", "σ₊", r"\sigma_+"
    ),
    "sd_negative": Term(
        "standard deviation of the negatives", "反例得分标准差", "反例得分標準差", "σ₋", r"\sigma_-"
    ),
    "population": Term("population", "总体", "母體"),
    "class_ratio": Term("class ratio", "类别比例", "類別比例"),
    "binormal": Term("binormal model", "双正态模型", "雙常態模型"),
    # Curves
    "pr": Term("precision-recall curve", "P-R 曲线", "P-R 曲線"),
    "roc": Term("ROC curve", "ROC 曲线", "ROC 曲線"),
    "roc_hull": Term("convex hull of the ROC curve", "ROC 凸包", "ROC 凸包"),
    "det": Term("detection error trade-off", "DET 曲线 (检测错误权衡)", "DET 曲線 (偵測錯誤權衡)"),
    "ks_curve": Term("KS curve", "KS 曲线", "KS 曲線"),
    "gain": Term("cumulative gain", "累积增益", "累積增益"),
    "iso_performance": Term("iso-performance line", "等性能线", "等效能線"),
    "interpolated_precision": Term("interpolated precision", "插值查准率", "插值查準率"),
    "hits_by_chance": Term("hits by chance", "随机命中数", "隨機命中數"),
    # Boxes and what finds them
    "bounding_box": Term("bounding box", "边界框", "邊界框"),
    "iou": Term("intersection over union", "交并比", "交並比", "IoU", r"\mathrm{IoU}"),
    "crowd_iou": Term("share inside a crowd", "群体框内占比", "群體框內佔比", "crowd IoU"),
    "giou": Term("generalized IoU", "广义交并比", "廣義交並比", "GIoU", r"\mathrm{GIoU}"),
    "intersection": Term("intersection", "交集面积", "交集面積"),
    "union": Term("union", "并集面积", "聯集面積"),
    "hull": Term("smallest enclosing box", "最小外接框", "最小外接框"),
    "width": Term("width", "宽", "寬"),
    "height": Term("height", "高", "高"),
    "nms": Term("non-maximum suppression", "非极大值抑制", "非極大值抑制", "NMS"),
    "detection": Term("detection", "检测框 (检测结果)", "偵測框 (偵測結果)"),
    "object": Term("object (ground truth)", "真实目标 (标注框)", "真實目標 (標註框)"),
    "hit": Term("hit", "命中 (真正例)", "命中 (真陽性)"),
    "duplicate": Term("duplicate detection", "重复检测", "重複偵測"),
    "overlap_too_low": Term("overlap too low", "重叠不足", "重疊不足"),
    "wrong_class": Term("wrong class", "类别错误", "類別錯誤"),
    "nothing_there": Term("nothing there", "背景误检", "背景誤檢"),
    "missed": Term("missed object", "漏检", "漏檢"),
    "classification_error": Term("classification error", "分类错误", "分類錯誤"),
    "localisation_error": Term("localisation error", "定位错误", "定位錯誤"),
    "both_errors": Term("class and location wrong", "分类且定位错误", "分類且定位錯誤"),
    "background_error": Term("background error", "背景误检", "背景誤檢"),
    "delta_ap": Term(
        "gain in AP once repaired",
        "修正该类错误后 AP 的增量",
        "修正該類錯誤後 AP 的增量",
        "ΔAP",
        r"\Delta\mathrm{AP}",
    ),
    "AP_before": Term("AP before", "修正前的 AP", "修正前的 AP", "AP before"),
    "AP_after": Term("AP after", "修正后的 AP", "修正後的 AP", "AP after"),
    "crowd": Term("crowd", "密集群体标注", "密集群體標註"),
    "run_lengths": Term("run-length encoding", "游程编码", "游程編碼", "RLE"),
    "background": Term("background", "背景", "背景"),
    "difficult": Term("difficult object", "困难目标", "困難目標"),
    "mAP": Term(
        "mean average precision",
        "平均精度均值",
        "平均精度均值",
        "mAP",
        r"\mathrm{mAP}",
        clash="COCO's tables call it AP; 精度 here means precision, not accuracy",
    ),
}

AVERAGES = ("macro", "micro", "weighted")  # what may stand before the name of a rate
PLURALS = {"class": "classes", "category": "categories", "query": "queries"}
F_BETA = r"f\d+(\.\d+)?"


@explained
def term(name: str) -> Term:
    """Look a term up, by any of its names: as formulas write it, in English, or in Chinese.

    Raises
    ------
    UnknownNameError
        If nothing is called so; with what comes near it.

    Examples
    --------
    >>> term("recall").hans, term("weighted kappa").symbol, term("查全率").en
    ('查全率 (召回率、灵敏度)', 'κw', 'recall')
    """
    return entry(_known(name))


def entry(name: str) -> Term:
    """Take a term by the name that formulas write; any other name is its own English term.

    Examples
    --------
    >>> entry("recall").en, entry("my_score").en
    ('recall', 'my score')
    """
    if name not in TERMS and re.fullmatch(F_BETA, name):
        letters = f"F{name[1:]}"
        return Term(letters, f"{letters} 度量", f"{letters} 度量", letters, f"F_{{{name[1:]}}}")
    plain = name.replace("_", " ")
    return TERMS.get(name, Term(plain, plain, plain))


@cache
def _by_any_name() -> dict[str, str]:
    """Map what a term may be called to the name that formulas write; the earlier name stands."""
    found = {name.casefold(): name for name in TERMS}
    for name, words in TERMS.items():
        chinese = [one for text in words[1:3] for one in re.split(r" \(|[()、]", text)]
        for called in (name.replace("_", " "), words.en, words.symbol, *chinese):
            found.setdefault(called.casefold(), name)
    found.pop("", None)  # not every term has a symbol
    return found


def is_known(name: str) -> bool:
    """Tell whether a name is a term, an F-beta, or an average of one.

    Examples
    --------
    >>> is_known("recall"), is_known("f2"), is_known("macro_f1"), is_known("recal")
    (True, True, True, False)
    """
    how, _, rate = name.partition("_")
    is_term = name in TERMS or bool(re.fullmatch(F_BETA, name))
    return is_term or (how in AVERAGES and is_known(rate))


def symbol(name: str) -> str:
    """Write a term as it stands in a line of text.

    Examples
    --------
    >>> symbol("lr_plus"), symbol("macro_f1"), symbol("my_score")
    ('LR+', 'macro F1', 'my score')
    """
    how, _, rate = name.partition("_")
    if name not in TERMS and how in AVERAGES and rate:
        return f"{how} {symbol(rate)}"
    return entry(name).symbol or printable(name.replace("_", " "))


def plural(noun: str, n: float) -> str:
    """Write what some things are called: "class" of one, "classes" of several.

    Examples
    --------
    >>> plural("class", 1), plural("class", 2), plural("query", 0), plural("car", 1.5)
    ('class', 'classes', 'queries', 'cars')
    """
    return noun if n == 1 else PLURALS.get(noun, f"{noun}s")


def how_many(n: int, noun: str) -> str:
    """Count some things: "1 term", "1,200 terms".

    Examples
    --------
    >>> how_many(1, "term"), how_many(1200, "term")
    ('1 term', '1,200 terms')
    """
    return f"{n:,} {plural(noun, n)}"


def latex_symbol(name: str) -> str:
    r"""Write a term as it stands in LaTeX mathematics.

    Examples
    --------
    >>> latex_symbol("f1"), latex_symbol("my_score")
    ('F_1', '\\text{my score}')
    """
    return entry(name).latex or rf"\text{{{latex_text(symbol(name))}}}"


def latex_text(words: str) -> str:
    """Escape what LaTeX would read as a command; a name may hold anything."""
    escapes = {"\\": r"\backslash ", **{sign: "\\" + sign for sign in "{}$&#%_^~"}}
    return "".join(escapes.get(letter, letter) for letter in words)


@explained
def glossary(names: str | Sequence[str] = tuple(TERMS)) -> Trace:
    """List terms in English, simplified and traditional Chinese, and what they clash with.

    Parameters
    ----------
    names : str or sequence of str, optional
        Which terms, by their names in formulas, in a text with spaces between them or as a list;
        without them, all.

    Returns
    -------
    Trace

    Raises
    ------
    UnknownNameError
        If a name is no term.

    Examples
    --------
    >>> glossary(["precision"]).to_frame()["简体"].item()
    '查准率 (精确率)'
    """
    if isinstance(names, str):
        names = [names] if names.casefold() in _by_any_name() else names.split()
    terms = [term(name) for name in (names if inputs.several(names) else [names])]
    return Trace(
        "glossary · 术语表 · 術語表",
        (
            Column("English", [term.en for term in terms]),
            Column("简体", [term.hans for term in terms]),
            Column("繁體", [term.hant for term in terms]),
            Column("take care", [term.clash or "–" for term in terms]),
        ),
    )


def _known(name) -> str:
    asked = name if isinstance(name, str) else ""
    if asked and is_known(asked):
        return asked
    if asked.casefold() in _by_any_name():
        return _by_any_name()[asked.casefold()]
    holders = [term for term, texts in TERMS.items() if asked and asked in " ".join(texts)]
    nothing = f"none of {len(TERMS)} terms comes near it"
    raise UnknownNameError(
        f"no term is called {inputs.short(name)}",
        f"it is a word of {digits.listing(holders, 3)}"
        if holders
        else did_you_mean(asked, TERMS, nothing),
        "name terms as formulas do, such as recall; mm.glossary() lists all of them",
    )
