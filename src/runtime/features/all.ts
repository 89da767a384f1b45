import type { FeatureFactory } from './feature.ts';
import { sessions } from './sessions.ts';
import { tasks } from './tasks.ts';

/** Every feature; for uncompiled use, where nothing has been planned. */
export const allFeatures: readonly FeatureFactory[] = [sessions, tasks];
