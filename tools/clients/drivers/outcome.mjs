/** A result of `tools/call` as the scenarios read it. */
export const outcomeOf = (result) => ({
  isError: result.isError === true,
  text: (result.content ?? []).map(({ text }) => text ?? '').join('\n'),
  raw: result,
});

/** Any other value that a client makes of a result. */
export const outcomeOfValue = (value) => ({
  isError: value?.isError === true || value?.error === true || value?.status === 'error',
  text: typeof value === 'string' ? value : JSON.stringify(value),
  raw: value,
});

/** All items of a paged list. */
export async function everyPage(ask, key) {
  const items = [];
  let cursor;
  do {
    const page = await ask(cursor === undefined ? {} : { cursor });
    items.push(...page[key]);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return items;
}

/** The answer to every question. */
export const answerToQuestion = { action: 'accept', content: { color: 'blue' } };
