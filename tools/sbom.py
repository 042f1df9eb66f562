"""Write the software bills of materials of the wheels: ``python tools/sbom.py`` (``pip install gelenk[release]``).

Each is CycloneDX 1.6 in JSON, made by cyclonedx-python-lib, and goes into ``.dist-info/sboms/`` (PEP 770). A bill lists
third-party content of a wheel; dependencies are in its METADATA. Time and serial number are omitted, so that builds are
reproducible.

    sbom.cdx.json                               three.js in the viewer's page, letters of fonts
    distributions/gelenk-mujoco/sbom.cdx.json   nothing
    distributions/gelenk-cuda/sbom.cdx.json     functions of libdevice
"""

import base64
import importlib.util
import json
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "page" / "package-lock.json"


class Font(NamedTuple):
    """A font with letters in gelenk/render/fonts; LICENSE.txt there has the details."""

    name: str
    version: str
    license: str  # SPDX identifier
    address: str


FONTS = (
    Font("Liberation Sans", "2.1.5", "OFL-1.1", "https://github.com/liberationfonts"),
    Font("Noto Sans", "2.004", "OFL-1.1", "https://github.com/notofonts"),
    Font("Noto Sans Display", "2.003", "OFL-1.1", "https://github.com/notofonts"),
    Font("Open Sans", "1.10", "Apache-2.0", "https://www.opensans.com"),
    Font("Roboto", "2.138", "Apache-2.0", "https://github.com/google/roboto"),
    Font("TeX Gyre Heros", "2.004", "LPPL-1.3c", "https://www.gust.org.pl/projects/e-foundry/tex-gyre"),
    Font("DejaVu Sans", "2.37", "Bitstream-Vera", "https://dejavu-fonts.github.io"),
)


def version() -> str:
    """Return the version of gelenk without importing the package."""
    spec = importlib.util.spec_from_file_location("gelenk_version", ROOT / "gelenk" / "version.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.__version__


def bill(name: str, components: list) -> str:
    """Return the CycloneDX text of a wheel that contains ``components``."""
    from cyclonedx.model.bom import Bom
    from cyclonedx.model.component import Component, ComponentType
    from cyclonedx.model.license import DisjunctiveLicense
    from cyclonedx.output import make_outputter
    from cyclonedx.schema import OutputFormat, SchemaVersion
    from packageurl import PackageURL

    own = Component(
        name=name,
        version=version(),
        type=ComponentType.LIBRARY,
        bom_ref=name,
        purl=PackageURL("pypi", name=name, version=version()),
        licenses=[DisjunctiveLicense(id="Apache-2.0")],
    )
    made = Bom(components=components)
    made.metadata.component = own
    made.register_dependency(own, components)
    text = make_outputter(made, OutputFormat.JSON, SchemaVersion.V1_6).output_as_string()
    found = json.loads(text)
    found.pop("serialNumber")  # serial number and time vary between runs
    found["metadata"].pop("timestamp")
    return json.dumps(found, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def three() -> object:
    """Return three.js, which is bundled into the viewer's page, as package-lock.json names it."""
    from cyclonedx.model import HashAlgorithm, HashType
    from cyclonedx.model.component import Component, ComponentType
    from cyclonedx.model.license import DisjunctiveLicense
    from packageurl import PackageURL

    row = json.loads(LOCK.read_text())["packages"]["node_modules/three"]
    digest = base64.b64decode(row["integrity"].removeprefix("sha512-")).hex()
    return Component(
        name="three",
        version=row["version"],
        type=ComponentType.LIBRARY,
        bom_ref="three",
        purl=PackageURL("npm", name="three", version=row["version"]),
        licenses=[DisjunctiveLicense(id=row["license"])],
        hashes=[HashType(alg=HashAlgorithm.SHA_512, content=digest)],
        description="bundled into gelenk/viewer/page/page.js",
    )


def font(row: Font) -> object:
    """Return a font with letters in gelenk/render/fonts."""
    from cyclonedx.model import ExternalReference, ExternalReferenceType, XsUri
    from cyclonedx.model.component import Component, ComponentType
    from cyclonedx.model.license import DisjunctiveLicense

    return Component(
        name=row.name,
        version=row.version,
        type=ComponentType.DATA,
        bom_ref=row.name.lower().replace(" ", "-"),
        licenses=[DisjunctiveLicense(id=row.license)],
        external_references=[ExternalReference(type=ExternalReferenceType.WEBSITE, url=XsUri(row.address))],
        description="modified pictures of letters in gelenk/render/fonts",
    )


def libdevice() -> object:
    """Return libdevice, whose functions are compiled into the programs of gelenk-cuda."""
    from cyclonedx.model import XsUri
    from cyclonedx.model.component import Component, ComponentType
    from cyclonedx.model.license import DisjunctiveLicense

    return Component(
        name="libdevice",
        type=ComponentType.LIBRARY,
        bom_ref="libdevice",
        licenses=[
            DisjunctiveLicense(
                name="NVIDIA CUDA Toolkit EULA", url=XsUri("https://docs.nvidia.com/cuda/eula/")
            )
        ],
        description="functions of libdevice.10.bc in gelenk_cuda/programs",
    )


def bills() -> dict[Path, str]:
    """Return the text of each file."""
    return {
        ROOT / "sbom.cdx.json": bill("gelenk", [three(), *map(font, FONTS)]),
        ROOT / "distributions/gelenk-mujoco/sbom.cdx.json": bill("gelenk-mujoco", []),
        ROOT / "distributions/gelenk-cuda/sbom.cdx.json": bill("gelenk-cuda", [libdevice()]),
    }


if __name__ == "__main__":
    for path, text in bills().items():
        path.write_text(text)
