/** Layer 1: what a command line shows and reads, for `service` and for the programs that it makes. No `node:`: streams and variables are parameters. */
export { commandWord, isPlainWord, shellWord, jsonLine, oneLine, paintedText, terminalJson, terminalText } from './text.ts';
export { commandWords, completeWords, type CompletedRow, type Proposal, completionFunction, shells, type Shell } from './completion.ts';
export { exitCodes, signalCodes, abortOnSignals, interruptionCode } from './exit-codes.ts';
export { didYouMean, failureText, printOutcome, TerminalOutput, type OutputStream } from './output.ts';
export { argumentUsage, flagTexts, list, printPage, section, type Page, table, wrap, type Rows } from './page.ts';
export {
  confirm,
  isAttended,
  type Ask,
  isBuildServer,
  pageOf,
  pageWidth,
  paintFor,
  readPaintedScreen,
  readScreen,
  type ColourMode,
  type Paint,
  type PaintedPage,
  type PaintedScreen,
} from './screen.ts';
export { findRow, rowsOfGroup, type ArgumentRow, type FlagRow, type NamedRow } from './rows.ts';
