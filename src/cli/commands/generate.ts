import { closestName } from '@service/sdk/internal';
import { hasErrors } from '../../compiler/diagnostics/index.ts';
import { findOwners, registerPart } from '../../compiler/index.ts';
import type { FoundOwners, DeclaredOwner, Registered } from '../../compiler/index.ts';
import { CliError, usageError } from '../cli-error.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { chooseOwner } from '../generate/choose-owner.ts';
import { namePart } from '../generate/name-part.ts';
import type { PartName } from '../generate/name-part.ts';
import { existingText, partPath, partText } from '../generate/part-file.ts';
import { isPartKind, partKinds } from '../generate/part-kinds.ts';
import type { PartKindName } from '../generate/part-kinds.ts';
import { openProject } from '../project/open-project.ts';
import { applyChanges, changedFiles, printChangedFiles } from '../setup/file-change.ts';
import type { FileChange } from '../setup/file-change.ts';
import { printDiff } from '../setup/print-diff.ts';

/** `service generate <kind> <name>`: a new class in a file of its own, imported and listed by its app or server. A second run does nothing. */
export async function runGenerate(call: CommandCall): Promise<CommandOutcome> {
  const [typedKind = '', typedName] = call.arguments;
  const kind = readKind(typedKind);
  if (typedName === undefined)
    throw usageError('missing-answer', `What is the new ${kind} called?`, { hint: `service generate ${kind} <name>` });
  const name = namePart(kind, typedName);
  const project = await openProject(call);
  const found = await findOwners({ root: project.root, entry: project.entry.value });
  refuseUnreadable(found);
  const owner = chooseOwner(found, { kind, symbol: name.symbol }, call.flags.text('app'));
  const changes = await planPart({ kind, name, owner, found, root: project.root, entry: project.entry.value });
  const dryRun = call.flags.switch('dry-run');
  call.signal.throwIfAborted();
  if (!dryRun) await applyChanges(project.root, changes);
  return {
    exit: 'ok',
    data: { kind, name: name.name, class: name.symbol, owner: owner.symbol, dryRun, files: changedFiles(changes) },
    text:
      changes.length === 0
        ? `Nothing to do: ${owner.symbol} lists ${name.symbol}.`
        : dryRun
          ? changes.map(printDiff).join('\n\n')
          : printChangedFiles(changes),
  };
}

function readKind(typed: string): PartKindName {
  if (isPartKind(typed)) return typed;
  const kinds = Object.keys(partKinds);
  throw usageError('usage', `'${typed}' cannot be generated`, {
    hint: `It can be: ${kinds.join(', ')}, client`,
    suggestion: closestName(typed, [...kinds, 'client']),
  });
}

function refuseUnreadable({ owners, diagnostics, sources }: FoundOwners): void {
  if (!hasErrors(diagnostics) && owners.length > 0) return;
  const found = hasErrors(diagnostics)
    ? diagnostics
    : [
        {
          code: 'no-server',
          severity: 'error',
          message: 'The entry has no class with @Service, so nothing could list a new part',
        } as const,
      ];
  throw new CliError({ diagnostics: found, sources, message: found[0]?.message ?? '', exit: 'failure' });
}

interface Part {
  readonly kind: PartKindName;
  readonly name: PartName;
  readonly owner: DeclaredOwner;
  readonly found: FoundOwners;
  readonly root: string;
  readonly entry: string;
}

async function planPart({ kind, name, owner, found, root, entry }: Part): Promise<readonly FileChange[]> {
  const { list } = partKinds[kind];
  const parts = owner.partsOf(list);
  if (parts.some(({ symbol }) => symbol === name.symbol)) return [];
  const taken = parts.find((part) => part.name === name.name);
  if (taken !== undefined)
    throw usageError('name-taken', `${owner.symbol} has a ${kind} named '${name.name}' already: ${taken.symbol} in ${taken.file}`, {
      hint: 'Choose another name',
    });
  const path = partPath(kind, name, { root, entry, owner });
  const existing = existingText(root, path);
  const text = existing ?? partText(kind, name);
  const registered = await registerPart({
    root,
    owner,
    list,
    symbol: name.symbol,
    module: { path, text },
    importEnding: found.importEnding,
  });
  if (registered.kind === 'refused') throw notEditable(registered, `${name.symbol} cannot be added to ${list} of ${owner.symbol}`);
  const made: readonly FileChange[] = existing === undefined ? [{ path, after: text }] : [];
  return registered.kind === 'present' ? made : [...made, registered];
}

function notEditable({ path, because, span, before }: Registered & { readonly kind: 'refused' }, what: string): CliError {
  const message = `${what}: ${path}: ${because}`;
  const hint = 'Nothing was changed; write the list in place, or add the import and the item by hand';
  return new CliError({
    diagnostics: [{ code: 'not-editable', severity: 'error', message, hint, span }],
    sources: new Map([[path, before]]),
    message,
    exit: 'failure',
  });
}
