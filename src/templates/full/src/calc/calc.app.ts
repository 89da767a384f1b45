import { app } from '@service/sdk';
import { add } from './add.tool';
import { constants } from './constants.resource';
import { explain } from './explain.prompt';

/** The builder style: functions instead of classes. Both styles mix freely. */
export const CalcApp = app({ id: 'calc', name: 'Calculator', tools: [add], resources: [constants], prompts: [explain] });
