import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { applyEditsTo } from './source-maps.ts';
import { planZodNamespace } from './zod-namespace.ts';

const edited = (source: string): string => applyEditsTo(source, planZodNamespace('/x.js', source));

test("an installed package's import of z becomes the namespace of the module", () => {
  assert.is(edited("import { z } from 'zod';\nexport const a = z.string();"), 'import * as z from "zod";\nexport const a = z.string();');
  assert.is(
    edited("import s, { z as t, ZodError } from 'zod';"),
    'import * as s from "zod"; import * as t from "zod"; import { ZodError as ZodError } from "zod";',
  );
});

test('what needs no change, or does not parse as a module, is left alone', () => {
  for (const source of [
    "import * as z from 'zod';",
    "import { ZodError } from 'zod';",
    "const z = require('zod');",
    'not ( javascript',
    'const text = \'import { z } from "zod"\';',
  ]) {
    assert.is(edited(source), source);
  }
});

test.run();
