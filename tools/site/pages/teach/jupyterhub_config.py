"""One class on one machine: CLASS_PASSWORD=… jupyterhub -f jupyterhub_config.py"""

import os
import sys
from pathlib import Path

from mlmetrics_edu.workbook import lab, lessons

c = get_config()  # noqa: F821 (JupyterHub gives it)
tools = Path(sys.executable).parent

# Who may come in, and with what. This is the part to change for real logins.
c.JupyterHub.authenticator_class = "shared-password"
c.SharedPasswordAuthenticator.user_password = os.environ.get("CLASS_PASSWORD")
c.Authenticator.allowed_users = {"ann", "ben"}

# Where: only this machine, until something in front of it speaks HTTPS.
c.JupyterHub.bind_url = "http://127.0.0.1:8000"
c.ConfigurableHTTPProxy.command = [str(tools / "configurable-http-proxy")]

# Everybody gets a server of their own, in a folder of their own: class/ann, class/ben …
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = str(Path("class").resolve() / "{username}")
c.Spawner.cmd = [str(tools / "jupyterhub-singleuser")]
c.Spawner.notebook_dir = "~/workbook"
c.Spawner.default_url = "/lab/tree/00-start-here.ipynb"
c.Spawner.pre_spawn_hook = lambda spawner: lessons.workbook(Path(spawner.home_dir, "workbook"))

# As `mlmetrics-edu lab` has it: nothing is fetched from outside.
c.Spawner.environment = {"JUPYTER_CONFIG_PATH": str(lab.CONFIG)}
c.Spawner.args = [f"{option}={value}" for option, value in lab.OPTIONS.items()]
c.Spawner.args += ["--allow-root"] * lab.is_root()

# Memory comes back half an hour after somebody's last cell, and all of it after an hour.
c.Spawner.args += ["--MappingKernelManager.cull_idle_timeout=1800"]
c.Spawner.args += ["--ServerApp.shutdown_no_activity_timeout=3600"]
