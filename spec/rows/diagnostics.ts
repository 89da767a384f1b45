import { rowsOf, type RequirementRow } from '../requirement-row.ts';

export const rows: readonly RequirementRow[] = [
  ...rowsOf({
    'I2.4.no-server': 'A project without a server decorator is a diagnostic.',
    'I2.4.several-servers': 'Several server decorators are a diagnostic.',
    'I2.4.missing-info': 'A server decorator without `info`, its name or version is a diagnostic.',
    'I2.4.wrong-list-item': 'An item of a list that is not of its kind: `plugins items must be annotated with @Plugin()`.',
    'I2.4.unresolved-reference': 'A reference that leads to no declaration is a diagnostic.',
    'I2.4.duplicate-name': 'Two entries of one owner with one name are a diagnostic; `-` and `_` are the same.',
    'D2.adapter.duplicate-name': "A duplicate adapter name: `Duplicate adapter name '<name>' for OpenapiAdapter`.",
    'I2.4.provider-cycle': 'A provider cycle is a diagnostic naming the path.',
    'I2.4.provider-scope': 'A global provider asking for a request one is a diagnostic.',
    'I2.4.constructor-types': 'A provider typed by its constructor is a diagnostic with the fix.',
    'R5.25.literal-secret': 'A literal secret in options is a diagnostic that does not repeat it.',
    'R5.25.no-secret-in-frames': 'No secret reaches a report: code frames mask it.',
    'I2.4.provider-missing':
      'A token that is asked for with inject, in a class, a base class or a factory, or with get of the context, and that no providers list gives to the asker is an error there: own list, those of the app, the plugin and the server around, plugins registered there, and exports. Functions, methods and classes of the project that a field initialiser or a constructor calls or builds belong to it, and so do functions that are given the context. Nothing is said inside of a try with catch, and where a list or a token is computed.',
    'I2.4.not-listed':
      'A decorated class or a builder that no expression of the project names is a warning: tools, resources, prompts, apps, providers, plugins, adapters and skills, in files that nothing imports too, unless these have a server of their own.',
    'I2.4.name-dot':
      'A dot in the name of a tool that clients can call is a warning with the hosts that then refuse the whole list of tools; inspect names every listed tool name outside of ^[a-zA-Z0-9_-]{1,64}$, which model APIs refuse.',
    'I2.4.name-length': 'A name over 64 characters is a diagnostic.',
    'I2.4.name-characters': 'A name outside what clients accept is a diagnostic.',
    'S4.1.7.uri-scheme': 'A URI without a scheme: `URI must have a valid scheme (e.g., file://, https://, custom://)`.',
    'S4.1.7.uri-template': 'A URI template that is not RFC 6570 level 1 plus `{+x}` is a diagnostic.',
    'S4.1.7.texts': 'Fixed texts of diagnostics stand verbatim.',
    'I2.4.description': 'A tool or parameter without a description is a warning.',
    'I2.4.input-type': 'A class tool whose input type differs from its schema is a diagnostic.',
    'I2.4.output-type': "An output schema that the handler's return type cannot satisfy is a diagnostic.",
    'I2.4.option-type': 'An option of the wrong type is a diagnostic.',
    'I2.4.unknown-option': 'An unknown option is a diagnostic with the closest known name.',
    'I2.4.format-pretty': '`--format pretty` prints place, severity, frame and what to do, coloured on a terminal only.',
    'I2.4.format-json': '`--format json` prints the findings as they are.',
    'I2.4.format-sarif':
      '`--format sarif` prints SARIF 2.1.0, with the paths of files from the root of the repository, which code scanning reads them from.',
    'I2.4.format-github':
      '`--format github` prints annotations that no user text can break out of, with the paths of files from the root of the repository.',
    'A3a.3.equal-views': 'The runtime view and the AST view of the model are deeply equal over all fixtures.',
    'I2.bad-input.entry': 'An entry that is missing, does not parse or does not type-check is reported at its place.',
  }),
  ...rowsOf(
    {
      'M.x-mcp-header': '`x-mcp-header` is a token, unique in the tool, on a string, an integer or a boolean.',
    },
    'MCP 2026-07-28',
  ),
];
