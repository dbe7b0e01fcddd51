"""One class on one machine: CLASS_PASSWORD=… jupyterhub -f jupyterhub_config.py"""

import os
import sys
from pathlib import Path

from mlmetrics_edu.workbook import lab

c = get_config()  # noqa: F821 (JupyterHub gives it)
tools = Path(sys.executable).parent

# Who may come in, and as whose account of this machine their code runs: see "Real logins".
c.JupyterHub.authenticator_class = "shared-password"
c.SharedPasswordAuthenticator.user_password = os.environ.get("CLASS_PASSWORD")
c.Authenticator.allowed_users = {"ann", "ben"}
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = str(Path("class").resolve() / "{username}")

# Where: on this machine only, until something in front of it speaks HTTPS.
c.JupyterHub.bind_url = "http://127.0.0.1:8000"
c.ConfigurableHTTPProxy.command = [str(tools / "configurable-http-proxy")]

# Each has a server of their own, on a copy of the lessons that is made when they first come.
copies = 'test -e ~/workbook || "$0/mlmetrics-edu" notebooks ~/workbook'
c.Spawner.cmd = ["sh", "-c", copies + ' && exec "$0/jupyterhub-singleuser" "$@"', str(tools)]
c.Spawner.notebook_dir = "~/workbook"
c.Spawner.default_url = "/lab/tree/00-start-here.ipynb"
c.Spawner.environment = {"JUPYTER_CONFIG_PATH": str(lab.CONFIG)}

# As `mlmetrics-edu lab` has it: nothing is fetched from outside.
c.Spawner.args = [f"{option}={value}" for option, value in lab.OPTIONS.items()]
c.Spawner.args += ["--allow-root"] * lab.is_root()

# A kernel that has nothing to do ends after half an hour, and a server after an hour.
c.Spawner.args += ["--MappingKernelManager.cull_idle_timeout=1800"]
c.Spawner.args += ["--ServerApp.shutdown_no_activity_timeout=3600"]
