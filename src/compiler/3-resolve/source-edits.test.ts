import MagicString from 'magic-string';
import { ts } from 'ts-morph';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { planSourceEdits } from './source-edits.ts';

function edited(source: string): string {
  const file = ts.createSourceFile('/main.ts', source, ts.ScriptTarget.ES2022);
  const text = new MagicString(source);
  for (const edit of planSourceEdits([file])) text.update(edit.start, edit.end, edit.text);
  return text.toString();
}

test('z becomes the namespace of the module, whatever it is called', () => {
  assert.is(edited("import { z } from 'zod';\nz.string();"), "import * as z from 'zod';\nz.string();");
  assert.is(edited("import { z as schema } from 'zod'"), "import * as schema from 'zod';");
  assert.is(edited("import z from 'zod';"), "import * as z from 'zod';");
  assert.is(edited('import { z } from "zod/v4";'), 'import * as z from "zod/v4";');
});

test('further names keep an import of their own', () => {
  assert.is(
    edited("import { z, ZodError as E, type ZodType } from 'zod';"),
    "import * as z from 'zod'; import { ZodError as E, type ZodType } from 'zod';",
  );
});

test('what needs no change is left alone', () => {
  for (const source of [
    "import * as z from 'zod';",
    "import type { z } from 'zod';",
    "import { type z } from 'zod';",
    "import { ZodError } from 'zod';",
    "import { z } from 'other';",
    '// import { z } from "zod"',
    "import 'zod';",
  ]) {
    assert.is(edited(source), source);
  }
});

test.run();
