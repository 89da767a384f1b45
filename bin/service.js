#!/usr/bin/env node
// Only syntax that Node 10 parses may stand here: an old Node must reach this message, not a SyntaxError.
const version = process.versions.node.split('.').map(Number);
if (version[0] < 20 || (version[0] === 20 && version[1] < 19)) {
  process.stderr.write('needs Node >= 20.19, found v' + process.versions.node + '\n');
  process.exitCode = 6;
} else {
  void import('./start.js').then(function (start) {
    return start.startCli(process.argv.slice(2));
  });
}
