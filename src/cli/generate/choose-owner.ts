import { closestName } from '@service/sdk/internal';
import type { FoundOwners, DeclaredOwner } from '../../compiler/index.ts';
import { usageError } from '../cli-error.ts';
import { partKinds } from './part-kinds.ts';
import type { PartKindName } from './part-kinds.ts';

interface ChosenPart {
  readonly kind: PartKindName;
  readonly symbol: string;
}

/**
 * Chooses the list that the new part joins.
 * @throws {CliError} exit 2 when the choice is ambiguous or names no app
 */
export function chooseOwner({ owners }: FoundOwners, part: ChosenPart, app: string | undefined): DeclaredOwner {
  const { kind, symbol } = part;
  const [server, ...apps] = owners;
  if (server === undefined) throw new Error('no server to choose from');
  if (kind === 'app') {
    if (app === undefined) return server;
    throw usageError('usage', '--app names the app that lists the new part; an app is listed by the server', { hint: 'Leave out --app' });
  }
  const ids = apps.map(({ id }) => id);
  if (app !== undefined) {
    const named = apps.find(({ id }) => id === app);
    if (named !== undefined) return named;
    throw usageError('unknown-app', `--app names no app of this server: '${app}'`, {
      hint: ids.length === 0 ? 'It has none; `service generate app <name>` makes one' : `Apps: ${ids.join(', ')}`,
      suggestion: closestName(app, ids),
    });
  }
  const { list } = partKinds[kind];
  const lister = owners.find((owner) => owner.partsOf(list).some((listed) => listed.symbol === symbol));
  // The same words again do nothing, also when there are more apps by now.
  if (lister !== undefined) return lister;
  if (partKinds[kind].owner === 'server' || apps.length === 0) return server;
  const [only, second] = apps;
  if (only !== undefined && second === undefined) return only;
  throw usageError('missing-answer', `The server has several apps: say with --app which one lists the new ${kind}`, {
    hint: `Apps: ${ids.join(', ')}`,
  });
}
