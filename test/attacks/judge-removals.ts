import { runGuardRemovals, withoutRemoval } from './run-guard-attacks.ts';

/** Prints what the attacks on approvals and flags do without each guard. @returns whether each of them gets through without its guard */
export async function judgeRemovals(json: boolean): Promise<boolean> {
  const [guards, unnamed] = [await runGuardRemovals(), withoutRemoval()];
  const shut = guards.filter((one) => one.shut.length > 0);
  if (json) console.log(JSON.stringify({ guards, unnamed }, null, 2));
  else {
    for (const one of guards) {
      console.log(
        `${one.shut.length === 0 ? 'opens' : 'STAYS SHUT'}  ${one.guard}: ${one.opened.length} of ${one.opened.length + one.shut.length} attacks`,
      );
      for (const name of one.shut) console.log(`            still refused: ${name}`);
    }
    for (const name of unnamed) console.log(`no guard is named for: ${name}`);
    console.log(
      `${guards.length} guards taken out, ${guards.length - shut.length} of them missed, ${unnamed.length} attacks without a named guard`,
    );
  }
  return shut.length === 0 && unnamed.length === 0;
}
