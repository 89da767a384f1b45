import { isJsonObject } from '@service/sdk/model';
import { namedProfiles } from '@service/sdk/options';
import { diagnose } from '../../diagnostics/index.ts';
import { entriesOf, kindText, locationOf, type Rule } from '../rule.ts';

/** An entry that names a profile which is not there is refused at start: no caller could be admitted by it. */
export const checkUnknownProfile: Rule = (model) => {
  const { options } = model.server;
  if (options === undefined || options.live.includes('authorities.profiles')) return [];
  const { authorities } = options.rest;
  const profiles = isJsonObject(authorities) && isJsonObject(authorities['profiles']) ? Object.keys(authorities['profiles']) : [];
  return entriesOf(model).flatMap((entry) =>
    namedProfiles(entry.authorities)
      .filter((name) => !profiles.includes(name))
      .map((name) =>
        diagnose('unknown-profile', { entry: `${kindText(entry)} "${entry.listedName}"`, name, profiles }, locationOf(model, entry.id)),
      ),
  );
};
