"""Boxes from files: COCO's JSON, PASCAL VOC's XML, CSV, text files and DataFrames."""

from ..core import inputs
from ..core.errors import InputError
from .loading import box_tables, coco_files, files, text_lines, voc_files
from .loading.layout import FORMS, RIGHT, Layout
from .table import BoxTable

KINDS = ("detections", "truth")


def load_coco(annotations, results=None, *, names: bool = True, ignore: str = "overwritten"):
    """Read annotations, and results if there are any, in COCO's form.

    Parameters
    ----------
    annotations : path or dict
        The file (``.json``, or ``.json.gz``), or what was parsed from it: ``images``,
        ``categories``, and ``annotations`` with ``image_id``, ``category_id``, ``bbox`` and ``id``.
    results : path or list, optional
        Records with ``image_id``, ``category_id``, ``bbox`` and ``score``.
    names : bool
        Whether categories are called by their names. By their ids, if not, or if two share a name;
        ``.notes`` says so then.
    ignore : {"overwritten", "kept"}
        What becomes of an annotation's own flag ``ignore``: pycocotools overwrites it by
        ``iscrowd``; or it is kept as ``difficult``.

    Returns
    -------
    BoxTable, or a pair of them
        The objects; with results, the objects and the detections. Images are called by their ids
        and stand in their order, categories in the order of theirs, as in pycocotools.

    Raises
    ------
    InputError
        If a file can't be read, something is missing or no number, or an id is there twice; with
        its place.
    UnknownNameError
        If a box is in an image or of a category that the annotations don't list.

    References
    ----------
    Lin et al. (2014), Microsoft COCO, section 5; the formats are described at cocodataset.org.

    Examples
    --------
    >>> annotations = {
    ...     "images": [{"id": 7}, {"id": 3}],
    ...     "categories": [{"id": 1, "name": "cat"}],
    ...     "annotations": [
    ...         {"id": 1, "image_id": 7, "category_id": 1, "bbox": [10, 20, 30, 40], "area": 1200}
    ...     ],
    ... }
    >>> results = [{"image_id": 7, "category_id": 1, "bbox": [12, 20, 30, 40], "score": 0.9}]
    >>> truth, detections = load_coco(annotations, results)
    >>> truth.images, truth.categories, truth["x2"].tolist(), detections["score"].tolist()
    ((3, 7), ('cat',), [40.0], [0.9])
    """
    truth, known = coco_files.truth(annotations, names, ignore)
    return truth if results is None else (truth, coco_files.detections(results, known))


def load_voc(annotations, detections=None, *, image_set=None, progress: bool | None = None):
    """Read annotations, and results if there are any, in the form of PASCAL VOC.

    Parameters
    ----------
    annotations : path
        A folder of XML files, one for each image; the file's name is that of the image.
    detections : path, optional
        A folder of text files, one for each category, such as ``comp4_det_test_car.txt`` or
        ``car.txt``; a line holds the image, the score, and left, top, right, bottom.
    image_set : path or list of str, optional
        The images to take: a file with one in each line, such as ``ImageSets/Main/test.txt``, or
        a list. By default, all that have annotations.
    progress : bool, optional
        Whether to show a bar; by default only where it takes more than two seconds.

    Returns
    -------
    BoxTable, or a pair of them
        The objects; with detections, the objects and the detections. Both know the same images and
        the same categories. Corners are as written: in PASCAL VOC they name the first and the
        last pixel, so ``convention="inclusive-pixels"`` is its own way to measure.

    Raises
    ------
    InputError
        If a file can't be read, or something is missing or no number; with its place.
    UnknownNameError
        If a detection is in an image that isn't among these.

    References
    ----------
    Everingham et al. (2010), The PASCAL visual object classes challenge, section 4; the
    development kit's documentation, sections "Annotation" and "Detection task".

    Examples
    --------
    >>> import tempfile, pathlib
    >>> folder = tempfile.TemporaryDirectory()
    >>> box = "<xmin>10</xmin><ymin>20</ymin><xmax>40</xmax><ymax>60</ymax>"
    >>> cat = f"<object><name>cat</name><bndbox>{box}</bndbox></object>"
    >>> xml = f"<annotation>{cat}</annotation>"
    >>> _ = pathlib.Path(folder.name, "000001.xml").write_text(xml)
    >>> truth = load_voc(folder.name)
    >>> truth.images, truth.categories, truth["x2"].tolist()
    (('000001',), ('cat',), [40.0])
    >>> folder.cleanup()
    """
    paths = voc_files.images(annotations, image_set)
    objects, known = voc_files.truth(paths, progress), tuple(paths)
    found = None if detections is None else voc_files.detections(detections, known, progress)
    return voc_files.tables(objects, known, found)


def load_detections(
    source,
    *,
    kind: str = "detections",
    form: str = "auto",
    right: str = "x+w",
    columns=None,
    image_size=None,
    progress: bool | None = None,
) -> BoxTable:
    """Read detections, or objects, from a CSV file, a DataFrame or a folder of text files.

    Parameters
    ----------
    source : path, file object, DataFrame, mapping, or path of a folder
        A table with named columns, such as image, category, score, x1, y1, x2, y2; many other
        names are known, and ``.notes`` says how they were understood. Or a folder with a text file
        for each image, in it a line for each box: its category, for detections the score, and
        four numbers. Of a file, all names stay texts, also ``"7"``.
    kind : {"detections", "truth"}
        What the boxes are.
    form : {"auto", "xyxy", "xywh", "cxcywh"}
        What the four numbers are: left, top, right, bottom; left, top, width, height; or the
        centre, width, height. By default, what the columns' names say; text files have none.
    right : {"x+w", "x+w-1"}
        Where a box ends whose width is given: at left + width, or at its last pixel. Padilla's
        tools do the former, and count inclusive pixels nevertheless: to get their numbers, leave
        this as it is and measure with ``convention="inclusive-pixels"``.
    columns : mapping, optional
        From a name used here to that in the table, where it can't be guessed:
        ``{"image": "photo"}``. ``{"category": None}`` says that there is only one.
    image_size : (width, height) or mapping from images to such pairs, optional
        For coordinates that are shares of the image, from 0 to 1, as in YOLO's files.
    progress : bool, optional
        Whether to show a bar; by default only where it takes more than two seconds.

    Returns
    -------
    BoxTable
        With the columns image, category, x1, y1, x2, y2, and w, h where they were given; score for
        detections; crowd, difficult, area for objects; id. Objects from a folder also know the
        images without any: empty files.

    Raises
    ------
    InputError
        If a file can't be read, or something is missing, unclear or no number; with its line.
    UnknownNameError
        If ``columns`` or ``image_size`` lack a name.

    References
    ----------
    Padilla et al. (2021), A comparative analysis of object detection metrics with a companion
    open-source toolkit, section 4, for the text files.

    Examples
    --------
    >>> import io
    >>> text = "filename,class,confidence,left,top,width,height\\na.png,cat,0.9,10,20,30,40"
    >>> detections = load_detections(io.StringIO(text))
    >>> print(*detections.notes, sep="; ")
    filename is the image, class is the category, confidence is the score; left, top, width, ...
    >>> detections["x2"].tolist(), detections["w"].tolist()
    ([40.0], [30.0])
    """
    inputs.choice(kind, KINDS, "kind")
    inputs.choice(form, ("auto", *FORMS), "form")
    layout = Layout(form, inputs.choice(right, RIGHT, "right"), image_size)
    if not files.is_folder(source):
        cells, name = box_tables.read(source)
        return box_tables.table(cells, name, kind, columns, layout)
    _have_no_names(form, columns)
    cells, images = text_lines.boxes(source, kind, layout, progress)
    known = images if kind == "truth" else ()  # a detector need not write a file for every image
    return box_tables.table(cells, str(source), kind, None, layout, known)


def _have_no_names(form: str, columns) -> None:
    """Make sure that text files, whose values have no names, are told what they hold."""
    if form == "auto":
        raise InputError(
            'form="auto" for a folder of text files',
            "their four numbers have no names, and may be corners as well as a width and a height",
            'say form="xywh" (left, top, width, height), "xyxy" (… right, bottom) or "cxcywh"',
        )
    if columns is not None:
        raise InputError(
            f"columns={inputs.short(columns)} for a folder of text files",
            "their columns have no names",
            "leave it out",
        )
