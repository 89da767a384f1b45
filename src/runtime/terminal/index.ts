/** Layer 1: what a command line shows and reads, for `service` and for the programs that it makes. No `node:`: streams and variables are parameters. */
export { isPlainWord, shellWord } from './shell.ts';
export { jsonLine, oneLine, paintedText, terminalJson, terminalText } from './text.ts';
