import { ts } from 'ts-morph';
import { MigrationError } from '../findings.ts';
import { sdkNames, type SdkUse } from '../read/sdk-names.ts';
import { lineOfNode, type SourceModule } from '../read/source-module.ts';
import { walk } from './syntax.ts';

export interface FoundServer {
  readonly module: SourceModule;
  readonly construction: ts.NewExpression;
}

/**
 * The one place where the sources make a server.
 * @throws {MigrationError} when there is none, when there are two, and when a class holds it
 */
export function findServer(modules: readonly SourceModule[]): FoundServer {
  const found = modules.flatMap((module) => constructionsIn(module));
  const [first, second] = found;
  if (first === undefined)
    throw new MigrationError('migrate-no-server', [
      {
        file: modules[0]?.path ?? '',
        line: 1,
        message: 'Makes no server: neither this file nor what it imports has `new McpServer(…)` or `new Server(…)` of the official SDK',
        hint: 'Name the file that does',
      },
    ]);
  if (second !== undefined)
    throw new MigrationError(
      'migrate-two-servers',
      found.map(({ construction, module }) => ({
        file: module.path,
        line: lineOfNode(construction),
        message: 'Makes a server, and so does another place',
        hint: 'A project has one server: put each into a file of its own, and migrate one file at a time',
      })),
    );
  refuseClass(first);
  return first;
}

function constructionsIn(module: SourceModule): readonly FoundServer[] {
  const found: FoundServer[] = [];
  const names = sdkNames(module.tree);
  walk(module.tree, (node) => {
    if (ts.isNewExpression(node) && isServer(useOf(node.expression, names))) found.push({ module, construction: node });
  });
  return found;
}

const isServer = (use: SdkUse | undefined): boolean => use === 'server' || use === 'low-level-server';

/** What an expression stands for: `McpServer`, or `mcp.McpServer` of a namespace. */
function useOf(expression: ts.Expression, names: ReturnType<typeof sdkNames>): SdkUse | undefined {
  if (ts.isIdentifier(expression)) return names.get(expression.text)?.use;
  if (!ts.isPropertyAccessExpression(expression) || !ts.isIdentifier(expression.expression)) return undefined;
  if (names.get(expression.expression.text)?.name !== '*') return undefined;
  if (expression.name.text === 'McpServer') return 'server';
  if (expression.name.text === 'Server') return 'low-level-server';
  return expression.name.text === 'ResourceTemplate' ? 'resource-template' : undefined;
}

function refuseClass({ construction, module }: FoundServer): void {
  for (let node: ts.Node = construction; !ts.isSourceFile(node); node = node.parent)
    if (ts.isClassDeclaration(node))
      throw new MigrationError('migrate-class', [
        {
          file: module.path,
          line: lineOfNode(construction),
          message: `The server is a member of the class ${node.name?.text ?? ''}, whose entries cannot be told from its other state`,
          hint: 'Make the server in a function or at the top of the module, then migrate again',
        },
      ]);
}
