// `npm run sbom`: prints the bill of materials of the product, in the format CycloneDX. npm makes it from the lockfile. What is
// only for development is taken out here: `--omit dev` would also leave out what development and the product share.

import { execFileSync } from 'node:child_process';
import { manifestOf, root } from './product.mjs';

const format = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
const bill = JSON.parse(execFileSync('npm', ['sbom', ...format], { cwd: root, maxBuffer: 2 ** 28 }));
const { name } = await manifestOf(root);

const isForDevelopment = ({ properties = [] }) =>
  properties.some((property) => property.name === 'cdx:npm:package:development' && property.value === 'true');
const components = bill.components.filter((component) => !isForDevelopment(component));
const kept = new Set([bill.metadata.component, ...components].map((component) => component['bom-ref']));
const dependencies = bill.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) }));

// npm takes the name of the folder.
const metadata = { ...bill.metadata, component: { ...bill.metadata.component, name } };
process.stdout.write(`${JSON.stringify({ ...bill, metadata, components, dependencies }, null, 2)}\n`);
