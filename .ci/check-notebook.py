#!/usr/bin/env python3
"""Runs the notebook of the examples and compares its outputs.

    .ci/check-notebook.py WHEEL             the wheel of `cairn_columns`, as `.ci/check-columns` builds it
    .ci/check-notebook.py WHEEL --update    writes the outputs into the notebook

The notebook runs with Jupyter's kernel in an environment of its own, in `.build/ci/notebook`. The
outputs of cells with the tag `times` are not compared. If its packages cannot be installed, exits
with 77.
"""

import json
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
NOTEBOOK = ROOT / "Documentation" / "Examples" / "places.ipynb"
ENVIRONMENT = ROOT / ".build" / "ci" / "notebook"
PACKAGES = [
    "ipykernel==7.1.0", "nbclient==0.10.2", "nbformat==5.10.4", "pandas==2.3.3", "geopandas==1.1.1",
    "polars==1.35.2", "pyarrow==22.0.0", "scikit-learn==1.7.2", "h3==4.3.1", "reverse_geocoder==1.5.1"]
RUN = """
import sys, nbclient, nbformat
notebook = nbformat.read(sys.argv[1], as_version=4)
nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
nbformat.write(notebook, sys.argv[2])
"""


def outputs(path):
    """The text of each cell's outputs."""
    cells = json.loads(path.read_text())["cells"]
    found = []
    for cell in cells:
        texts = []
        if "times" in cell["metadata"].get("tags", []):
            continue
        for output in cell.get("outputs", []):
            text = output.get("text") or output.get("data", {}).get("text/plain") or output.get("evalue", "")
            texts.append("".join(text))
        found.append("\n".join(texts).rstrip())
    return found


def install(wheel):
    shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    made = subprocess.run([sys.executable, "-m", "venv", ENVIRONMENT]).returncode
    if made or subprocess.run([ENVIRONMENT / "bin" / "pip", "-q", "install", *PACKAGES]).returncode:
        print("packages of Jupyter")
        sys.exit(77)
    subprocess.run([ENVIRONMENT / "bin" / "pip", "-q", "install", "--force-reinstall", "--no-deps", wheel], check=True)


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    if len(words) != 1:
        sys.exit("usage: check-notebook.py WHEEL [--update]")
    install(words[0])
    result = ENVIRONMENT / "places.ipynb"
    subprocess.run([ENVIRONMENT / "bin" / "python", "-c", RUN, NOTEBOOK, result], cwd=ROOT, check=True)
    expected, printed = outputs(NOTEBOOK), outputs(result)
    if "--update" in sys.argv:
        notebook = json.loads(result.read_text())
        for cell in notebook["cells"]:
            # The times of a run are not part of the example.
            cell["metadata"].pop("execution", None)
        notebook["metadata"] = {"kernelspec": {
            "display_name": "Python 3", "language": "python", "name": "python3"}}
        NOTEBOOK.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")
        return
    wrong = [number for number, pair in enumerate(zip(expected, printed)) if pair[0] != pair[1]]
    for number in wrong:
        print(f"cell {number}: expected\n{expected[number]}\nprinted\n{printed[number]}")
    if wrong:
        sys.exit(f"notebook: {len(wrong)} cells have other outputs")
    print(f"notebook: {len(printed)} cells have their outputs")


main()
