"""One class on one machine: `jupyterhub -f jupyterhub_config.py`."""

import os
import sys
from pathlib import Path

from mlmetrics_edu.workbook import doctor

c = get_config()  # noqa: F821 (JupyterHub gives it)
tools = Path(sys.executable).parent

# Who may come in, and as which account their code runs: see "Real logins".
c.JupyterHub.authenticator_class = "shared-password"
c.SharedPasswordAuthenticator.user_password = os.environ.get("CLASS_PASSWORD")
c.Authenticator.allowed_users = {"ann", "ben"}
c.JupyterHub.spawner_class = "simple"
folders = Path("class").resolve()
c.SimpleLocalProcessSpawner.home_dir_template = f"{folders}/{{username}}"

# Where: on this machine only, until something in front of it speaks HTTPS.
c.JupyterHub.bind_url = "http://127.0.0.1:8000"
c.ConfigurableHTTPProxy.command = [f"{tools}/configurable-http-proxy"]

# Each has a server of their own, on a copy of the lessons.
copy = 'test -e ~/workbook || "$0/mlmetrics-edu" notebooks ~/workbook'
serve = 'exec "$0/jupyterhub-singleuser" "$@"'
c.Spawner.cmd = ["sh", "-c", f"{copy} && {serve}", f"{tools}"]
c.Spawner.notebook_dir = "~/workbook"
c.Spawner.default_url = "/lab/tree/00-start-here.ipynb"

# As `mlmetrics-edu lab` has it: nothing is fetched from outside.
c.Spawner.environment = {"JUPYTER_CONFIG_PATH": f"{doctor.CONFIG}"}
c.Spawner.args = [f"{name}={value}" for name, value in doctor.OPTIONS.items()]
c.Spawner.args += ["--allow-root"] * doctor.is_root()

# An idle kernel ends after half an hour, an idle server after an hour.
c.Spawner.args += ["--MappingKernelManager.cull_idle_timeout=1800"]
c.Spawner.args += ["--ServerApp.shutdown_no_activity_timeout=3600"]
