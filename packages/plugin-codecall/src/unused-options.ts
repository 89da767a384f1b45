import type { CodeCallOptions } from './codecall-options.ts';

/** Options that do nothing beside the others, by path, each with the reason. */
export function unusedOptions({ directCalls = {}, embedding = {}, sidecar = {} }: CodeCallOptions): readonly string[] {
  const { strategy = 'tfidf', synonymExpansion: { enabled = true, ...synonyms } = {} } = embedding;
  const takesOut = sidecar.enabled === true;
  const groups: readonly (readonly [isUnused: boolean, path: string, options: object, why: string])[] = [
    [
      strategy !== 'ml',
      'embedding',
      { embed: embedding.embed, modelName: embedding.modelName, cacheDir: embedding.cacheDir },
      'only the strategy "ml" compares vectors',
    ],
    [
      strategy === 'ml',
      'embedding',
      { synonymExpansion: embedding.synonymExpansion },
      'vectors tell what means the same, with the strategy "ml"',
    ],
    [!enabled, 'embedding.synonymExpansion', synonyms, 'its "enabled" is false'],
    [
      !takesOut,
      'sidecar',
      { extractionThreshold: sidecar.extractionThreshold },
      'texts stay in the script without "enabled: true" beside it',
    ],
    [
      takesOut,
      'sidecar',
      { maxScriptLengthWhenDisabled: sidecar.maxScriptLengthWhenDisabled },
      'its "enabled" is true: a script may have 102,400 characters',
    ],
    [
      directCalls.enabled === false,
      'directCalls',
      { allowedTools: directCalls.allowedTools, filter: directCalls.filter },
      'its "enabled" is false: there is no codecall:invoke',
    ],
  ];
  return groups.flatMap(([isUnused, path, options, why]) =>
    Object.entries(options).flatMap(([name, value]) =>
      isUnused && value !== undefined ? [`plugin "codecall": "${path}.${name}": must be left out: ${why}`] : [],
    ),
  );
}
