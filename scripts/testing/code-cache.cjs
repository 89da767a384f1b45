/*
 * Preloaded (`--require`) by what a test run starts: keeps what V8 compiled of the largest CommonJS files, the type checker above all, which Node 20
 * compiles anew in every process. The folder is private to the run and goes with it: who can write to it runs code in the run.
 */
'use strict';
const folder = process.env.TEST_CODE_CACHE;
// Newer versions of Node keep compiled code themselves, where a command asks for it.
if (folder !== undefined) keepCode(folder);

function keepCode(folder) {
  const Module = require('node:module');
  const fs = require('node:fs');
  const path = require('node:path');
  const compile = Module.prototype._compile;
  /** Characters; of smaller files the saving is less than the look. */
  const minLength = 400_000;

  Module.prototype._compile = function (content, filename) {
    if (content.length < minLength || !filename.includes(`${path.sep}node_modules${path.sep}`))
      return compile.call(this, content, filename);
    const { Script, constants } = require('node:vm');
    const importModuleDynamically = constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER;
    const hash = require('node:crypto').createHash('sha1').update(content).digest('hex');
    const file = path.join(folder, `${hash}-${require('node:v8').cachedDataVersionTag()}`);
    const cachedData = read(file);
    const script = new Script(Module.wrap(content.replace(/^#!.*/, '')), { filename, cachedData, importModuleDynamically });
    if (cachedData === undefined || script.cachedDataRejected) process.once('exit', () => write(file, script));
    const { exports } = this;
    return script.runInThisContext().call(exports, exports, Module.createRequire(filename), this, filename, path.dirname(filename));
  };

  function read(file) {
    try {
      return fs.readFileSync(file);
    } catch {
      return undefined; // no process before has written it
    }
  }

  /** At the end, with every function that has run by then. */
  function write(file, script) {
    try {
      fs.writeFileSync(`${file}.${process.pid}`, script.createCachedData());
      fs.renameSync(`${file}.${process.pid}`, file);
    } catch {
      // A process that may not write there works without it.
    }
  }
}
