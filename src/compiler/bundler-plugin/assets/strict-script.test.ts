import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isStrictScript } from './strict-script.ts';

test('[compiler.strict] a script is strict when a directive at its head says so', () => {
  for (const text of ['"use strict";\nx', "'use strict'\nx", '#!/usr/bin/env node\n/* licence */ // more\n"other";\n"use strict"; x'])
    assert.ok(isStrictScript(text), text);
  for (const text of ['', 'x; "use strict"', '// "use strict"\nx', '(function () { "use strict"; })()', '"other"; x'])
    assert.not.ok(isStrictScript(text), text);
});

test.run();
