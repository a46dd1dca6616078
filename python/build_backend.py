# SPDX-License-Identifier: MIT
"""PEP 517 build backend: the wheel is what CMake installs.

`pip install .` calls it. ./masu.sh python calls it without pip: build_backend.py FOLDER.
MASU_PYTHON_BUILD names the build folder, by default build/python; MASU_JOBS how many compilers run.
"""

import base64
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def get_requires_for_build_wheel(config_settings=None):
    """Returns what pip installs first: what CMake would not find."""
    tools = [tool for tool in ("cmake", "ninja") if shutil.which(tool) is None]
    installed = pathlib.Path("/usr/include/pybind11/pybind11.h").exists()
    return tools + ([] if installed else ["pybind11>=2.10"])


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Builds the extension, installs the package into a folder and packs it. Returns the file name."""
    build = pathlib.Path(os.environ.get("MASU_PYTHON_BUILD", ROOT / "build" / "python"))
    _configure(build)
    _run("cmake", "--build", str(build), "--target", "masu_python", "-j", os.environ.get("MASU_JOBS", "2"))
    with tempfile.TemporaryDirectory() as folder:
        _run("cmake", "--install", str(build), "--component", "python", "--prefix", folder)
        return _pack(pathlib.Path(folder), pathlib.Path(wheel_directory))


def _configure(build):
    # Highway is downloaded only where it is not installed.
    options = [f"-DPython_EXECUTABLE={sys.executable}", "-DMASU_FETCH_HIGHWAY=ON"]
    try:  # installed by pip
        import pybind11

        options.append(f"-Dpybind11_ROOT={pybind11.get_cmake_dir()}")
    except (ImportError, AttributeError):  # CMake finds that of the system
        pass
    _run("cmake", "--preset", "python", "-B", str(build), *options)


def _run(*command):
    subprocess.run(command, cwd=ROOT, check=True, stdout=sys.stderr)


def _pack(folder, target):
    """Writes a folder that has masu and masu-VERSION.dist-info as a wheel."""
    (info,) = folder.glob("*.dist-info")
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    tag = f"{python}-{python}-{platform}"
    (info / "WHEEL").write_text(
        f"Wheel-Version: 1.0\nGenerator: masu\nRoot-Is-Purelib: false\nTag: {tag}\n", encoding="utf-8"
    )
    name = f"{info.name.removesuffix('.dist-info')}-{tag}.whl"
    record = []
    with zipfile.ZipFile(target / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path in sorted(p for p in folder.rglob("*") if p.is_file()):
            data, entry = path.read_bytes(), path.relative_to(folder).as_posix()
            wheel.writestr(_entry(entry), data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{entry},sha256={digest},{len(data)}")
        entry = f"{info.name}/RECORD"
        wheel.writestr(_entry(entry), "\n".join([*record, f"{entry},,", ""]))
    return name


def _entry(name):
    """A file of a wheel with a fixed time: the same build gives the same bytes."""
    entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    return entry


if __name__ == "__main__":
    for old in pathlib.Path(sys.argv[1]).glob("masu-*.whl"):
        old.unlink()
    print(build_wheel(sys.argv[1]))
