import type { OpenapiOperation, Transforms } from './openapi-options.ts';

/** The transforms of one operation, in their order. */
export const transformsFor = <T>(transforms: Transforms<T> | undefined, operation: OpenapiOperation): readonly T[] =>
  transforms === undefined
    ? []
    : [
        ...(transforms.global ?? []),
        ...(Object.hasOwn(transforms.perTool ?? {}, operation.name) ? (transforms.perTool?.[operation.name] ?? []) : []),
        ...(transforms.generator?.(operation) ?? []),
      ];
