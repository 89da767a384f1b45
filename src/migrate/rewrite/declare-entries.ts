import type { Finding } from '../findings.ts';
import { lineOf } from '../read/source-module.ts';
import { findInStatement } from './find-call.ts';
import type { Registration, TracedServer } from '../trace/traced.ts';
import { declarePrompt } from './declare-prompt.ts';
import { declareResource } from './declare-resource.ts';
import { declarePositionalTool, declareRegisteredTool } from './declare-tool.ts';
import type { Declaration, EntrySource } from './declaration.ts';
import { declareHandlers } from './declare-handlers.ts';
import type { EntryNames } from './entry-names.ts';
import type { DeclaredModule, MutableDeclared } from './declared.ts';
import { parseFlat, type FlatModule } from './flat-module.ts';
import { constantsOf } from './objects.ts';

/** Puts a declaration in the place of every registration of a module. */
export function declareEntries(module: FlatModule, server: TracedServer, names: EntryNames): DeclaredModule {
  const { source } = module;
  names.reserve(source.tree);
  const parsed = parseFlat(module);
  const constants = constantsOf(parsed.map(({ node }) => node));
  const made: MutableDeclared = { statements: [], entries: [], sdk: new Set(), support: new Set(), left: [] };
  for (const { from, node } of parsed) {
    const registration = server.registrations.find((one) => one.module === source && one.statement.getStart() === from.origin);
    const call = registration === undefined ? undefined : findInStatement(node, registration.call, registration.statement);
    const declaration =
      registration === undefined || call === undefined
        ? undefined
        : declareOne(registration, {
            call,
            constants,
            symbol: names.take(registration.kind, registration.name),
            report: reporter(made, registration),
          });
    if (registration === undefined) made.statements.push(from);
    else if (declaration === undefined) made.left.push(notRead(registration));
    else addEntry(made, registration, declaration);
  }
  declareHandlers(made, { module, server, names, constants });
  return { ...made, module: { source, statements: made.statements } };
}

interface NamedDeclaration extends Declaration {
  readonly symbol: string;
}

function declareOne({ call, kind }: Registration, source: EntrySource): NamedDeclaration | undefined {
  const method = call.expression.getText().split('.').at(-1) ?? '';
  const declaration =
    kind === 'prompt'
      ? declarePrompt(source, method === 'prompt')
      : kind === 'resource'
        ? declareResource(source)
        : method === 'tool'
          ? declarePositionalTool(source)
          : declareRegisteredTool(source);
  return declaration === undefined ? undefined : { symbol: source.symbol, ...declaration };
}

const locationOf = ({ module, statement }: Registration): Pick<Finding, 'file' | 'line'> => ({
  file: module.path,
  line: lineOf(module.tree, statement.getStart()),
});

const reporter =
  ({ left }: MutableDeclared, registration: Registration): EntrySource['report'] =>
  (problem) => {
    left.push({ ...locationOf(registration), ...problem });
  };

const notRead = (registration: Registration): Finding => ({
  ...locationOf(registration),
  message: `The ${registration.kind} ${registration.name ?? '(its name is computed)'} is registered with arguments that are not read`,
  hint: 'Declare it by hand in the migrated project',
});

function addEntry(made: MutableDeclared, registration: Registration, declaration: NamedDeclaration): void {
  made.statements.push({ text: declaration.text, origin: registration.statement.getStart(), fromFunction: false, role: 'entry' });
  made.entries.push({
    kind: registration.kind,
    name: registration.name ?? declaration.symbol,
    symbol: declaration.symbol,
    ...locationOf(registration),
  });
  for (const name of declaration.sdk) made.sdk.add(name);
  for (const name of declaration.support) made.support.add(name);
}
