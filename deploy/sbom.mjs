// Converts an SBOM of npm (CycloneDX 1.5) to that of the package. Removes the packages for development, which npm marks
// (`npm sbom --omit dev` also omits packages that one of them names as a peer). Also removes values that differ by run: the serial
// number and the time, which the format does not require, and the folder, which npm uses as the name of the package.
import { readFileSync } from 'node:fs';

const { name } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const document = JSON.parse(readFileSync(0, 'utf8'));
const isDevelopment = ({ properties = [] }) => properties.some((one) => one.name === 'cdx:npm:package:development');
const left = new Set(document.components.filter(isDevelopment).map((component) => component['bom-ref']));
const isKept = (ref) => !left.has(ref);

document.components = document.components.filter((component) => isKept(component['bom-ref']));
document.dependencies = document.dependencies
  .filter(({ ref }) => isKept(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isKept) }));
delete document.serialNumber;
delete document.metadata.timestamp;
document.metadata.component.name = name;
process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
