import type { RequirementRow } from '../requirement-row.ts';

const row = (id: string, rule: string): RequirementRow => ({
  id: `MCP26.tasks.${id}`,
  document: 'mcp 2026-07-28',
  section: 'SEP-2663',
  rule,
});

/** Extension `io.modelcontextprotocol/tasks`, and the server option `tasks` (supplement section 5.6). */
export const rows: readonly RequirementRow[] = [
  row('advertised', 'A server with tasks lists the extension under capabilities.extensions and has no capabilities.tasks.'),
  row('undeclared', 'tasks/get, update and cancel of a request that does not declare the extension are -32021.'),
  row('undeclared-optional', 'Without the declaration a tool that may run as a task runs to its end before the answer.'),
  row('undeclared-required', 'Without the declaration a tool that must run as a task is -32021 naming the extension.'),
  row('per-request', 'The declaration of the very request counts, not of an earlier one.'),
  row('create', 'CreateTaskResult is flat, resultType is task, with no result, error, questions or requestState.'),
  row('durable', 'A task can be looked at as soon as its creation was answered.'),
  row('get-completed', 'A completed task holds the result the call would have had, tool errors included.'),
  row('get-failed', 'failed is for protocol errors and holds code and message, no result.'),
  row('get-input', 'A task that waits is input_required and shows every unanswered question.'),
  row('update-subset', 'tasks/update may answer some questions; the others stay, unknown and answered keys are ignored.'),
  row('update-malformed', 'Answers that are no objects are -32602 and answer nothing.'),
  row('keys', 'A key names one question in the life of a task: an answer that does not fit is asked for under a new one.'),
  row('cancel', 'tasks/cancel is acknowledged with nothing in it, ends the work, and is the same for an ended task.'),
  row('removed', 'tasks/result and tasks/list are -32601, HTTP 404.'),
  row('unknown', 'An unknown task id is -32602.'),
  row('owner', 'Tasks are bound to the principal: to everybody else they do not exist.'),
  row('header', 'Mcp-Name repeats the task id of tasks/get, update and cancel.'),
  row('task-param', 'The task parameter of 2025-11-25 is tolerated and ignored.'),
  row('rounds-first', 'Rounds of questions come before the task: the last one is answered with the task.'),
  row('disconnect', 'A task outlives the connection that began it.'),
  row('outlive', 'Where a platform ends work with the answer, it is told to keep the work of a task.'),
  row('ttl', 'A task is kept until createdAt + ttlMs and not less.'),
  row('notifications', 'subscriptions/listen with taskIds tells each change of the own tasks as notifications/tasks.'),
  row('atomic', 'A status changes in one step: two changes at once lose none, and an ended task stays as it ended.'),
  {
    id: 'S5.6.tasks.options',
    document: 'spec 4',
    section: '5.6',
    rule: 'tasks has defaultTtlMs up to maxTtlMs, a poll interval and a limit of unfinished tasks.',
  },
  { id: 'S5.6.tasks.limit', document: 'spec 4', section: '5.6', rule: 'A caller has at most maxConcurrentPerSession unfinished tasks.' },
  {
    id: 'S5.6.tasks.required',
    document: 'spec 4',
    section: '5.6',
    rule: 'A tool that must run as a task is TASK_AUGMENTATION_REQUIRED where there are none.',
  },
  {
    id: 'S5.A.tasks.side-door',
    document: 'spec 5',
    section: 'Attacks',
    rule: 'What a caller may not call by tools/call, a task does not open: internal and filtered tools answer as unknown.',
  },
];
