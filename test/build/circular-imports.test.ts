/* Files that import each other: which items of lists that leaves undefined is said, and nothing where it leaves none. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { build, requestOf } from '../support/compile.ts';
import { inProject } from '../support/written-project.ts';

const test = suite('circular-imports');

const server = (imports: string, options: string): string =>
  `import { Service } from '@service/sdk';\n${imports}\n@Service({ info: { name: 'demo', version: '1.0.0' }, ${options} })\nexport class Server {}\n`;
const shop =
  "import { App } from '@service/sdk';\nimport { alpha } from './alpha.ts';\nexport const prefix = 'x';\n@App({ id: 'shop', name: 'shop', tools: [alpha] })\nexport class Shop {}\n";
const alpha =
  "import { tool } from '@service/sdk';\nimport { prefix } from './shop.ts';\nexport const alpha = tool({ name: 'alpha', description: 'Alpha.' })(() => prefix);\n";
const backs =
  "import { Plugin, DynamicPlugin } from '@service/sdk';\nimport { noted } from './main.ts';\n@Plugin({ name: 'notes' })\nexport class Notes extends DynamicPlugin<object> {\n  text = noted;\n}\n";

const findings = (files: Readonly<Record<string, string>>): Promise<string[]> =>
  inProject(files, async (root) =>
    (await build(requestOf(root, 'demo'), nodeTarget)).diagnostics.map(
      ({ code, hint, related, span }) =>
        `${span?.file}:${span?.line}:${span?.column} ${code}\n${hint?.split('. Move ')[0]}\n${related?.map((one) => `${one.span.file}:${one.span.line} ${one.message}`).join()}`,
    ),
  );

test('[lists.circular] an item that is undefined for the order of modules is said once, at the item, with the cycle', async () => {
  const files = {
    'src/main.ts': server("import { alpha } from './alpha.ts';\nimport { Shop } from './shop.ts';", 'tools: [alpha], apps: [Shop]'),
    'src/shop.ts': shop,
    'src/alpha.ts': alpha,
  };
  assert.equal(await findings(files), [
    'src/shop.ts:4:42 circular-import\nThe cycle: src/shop.ts → src/alpha.ts → src/shop.ts\nsrc/alpha.ts:2 this import leads back',
  ]);
});

test('[lists.circular] the cycle is named through the files between', async () => {
  const files = {
    'src/main.ts': server("import { alpha } from './alpha.ts';\nimport { Shop } from './shop.ts';", 'tools: [alpha], apps: [Shop]'),
    'src/shop.ts': shop,
    'src/alpha.ts': alpha.replace('./shop.ts', './between.ts'),
    'src/between.ts': "export { prefix } from './shop.ts';\n",
  };
  const [first, ...more] = await findings(files);
  assert.match(first ?? '', /shop\.ts → src\/alpha\.ts → src\/between\.ts → src\/shop\.ts\nsrc\/alpha\.ts:2 this import leads back/);
  assert.equal(more, []);
});

test('[lists.circular] plugins and apps are named like tools, in a list of their own too', async () => {
  const notes = backs.replace("import { noted } from './main.ts'", "import { prefix as noted } from './shop.ts'");
  const ofPlugin = {
    'src/main.ts': server("import { Notes } from './notes.ts';\nimport { Shop } from './shop.ts';\nvoid Notes;", 'apps: [Shop]'),
    'src/shop.ts': shop
      .replace('tools: [alpha]', 'plugins: [Notes]')
      .replace("import { alpha } from './alpha.ts'", "import { Notes } from './notes.ts'"),
    'src/notes.ts': notes,
  };
  assert.equal(await findings(ofPlugin), [
    'src/shop.ts:4:44 circular-import\nThe cycle: src/shop.ts → src/notes.ts → src/shop.ts\nsrc/notes.ts:2 this import leads back',
  ]);
  const ofApp = {
    'src/main.ts': server("import { Shop } from './shop.ts';\nimport { apps } from './apps.ts';\nvoid Shop;", 'apps: [...apps]'),
    'src/apps.ts': "import { Shop } from './shop.ts';\nexport const apps = [Shop];\nexport const word = 'x';\n",
    'src/shop.ts': `import { word } from './apps.ts';\nvoid word;\n${shop}`,
    'src/alpha.ts': alpha.replace("import { prefix } from './shop.ts';", "const prefix = 'x';"),
  };
  assert.equal(await findings(ofApp), [
    'src/apps.ts:2:22 circular-import\nThe cycle: src/apps.ts → src/shop.ts → src/apps.ts\nsrc/shop.ts:1 this import leads back',
  ]);
});

test('[lists.circular] what fails because a module is not loaded yet names the import and the cycle', async () => {
  const files = {
    'src/main.ts': server("import { notes } from './notes.ts';\nimport { Shop } from './shop.ts';\nvoid notes;", 'apps: [Shop]'),
    'src/shop.ts': shop
      .replace('tools: [alpha]', 'plugins: [notes()]')
      .replace("import { alpha } from './alpha.ts'", "import { notes } from './notes.ts'"),
    'src/notes.ts': `${backs.replace("import { noted } from './main.ts'", "import { prefix as noted } from './shop.ts'")}export const notes = () => new Notes();\n`,
  };
  assert.equal(await findings(files), [
    'src/shop.ts:4:44 evaluation-threw\nModules are loaded once at build time; move work out of the top level into providers or handlers\nsrc/shop.ts:2 what is imported here is not loaded yet: src/shop.ts → src/notes.ts → src/shop.ts',
  ]);
});

test('[lists.circular] a cycle in which every item has its value when it is read is no finding', async () => {
  const files = {
    'src/main.ts': `${server("import { Shop } from './shop.ts';\nimport { Notes } from './notes.ts';", 'apps: [Shop], plugins: [Notes]')}export const noted = 'x';\n`,
    'src/shop.ts': shop,
    'src/alpha.ts': alpha,
    'src/notes.ts': backs,
  };
  assert.equal(await findings(files), []);
});

test.run();
