// Writes fixtures/scale anew after a change of scripts/scale/print-scale.ts: node --import tsx scripts/scale.ts
import { join, resolve } from 'node:path';
import { writeScale } from './scale/write-scale.ts';

const scaleHandlers = 300;
const root = resolve(import.meta.dirname, '../fixtures/scale');
for (const style of ['framework', 'plain'] as const) writeScale(join(root, style), style, scaleHandlers);
