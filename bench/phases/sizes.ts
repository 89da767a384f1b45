import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { PerMaker } from '../servers/makers.ts';
import type { Prepared } from '../servers/prepare.ts';

/** Kilobytes after gzip. */
const zipped = (file: string): number => gzipSync(readFileSync(file), { level: 9 }).length / 1000;

export interface Sizes {
  readonly basicNode: number;
  readonly basicWorker: number;
  readonly node: PerMaker<number>;
  readonly worker: PerMaker<number>;
}

export const measureSizes = ({ basic, ours, sdk1, sdk2 }: Prepared): Sizes => ({
  basicNode: zipped(basic.bundle),
  basicWorker: zipped(basic.worker),
  node: { ours: zipped(ours.bundle), sdk1: zipped(sdk1.node), sdk2: zipped(sdk2.node) },
  worker: { ours: zipped(ours.worker), sdk1: zipped(sdk1.worker), sdk2: zipped(sdk2.worker) },
});
