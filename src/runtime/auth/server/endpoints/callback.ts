import type { HttpAnswer, HttpExchange } from '../../../web/exchange.ts';
import { readForm, type FormFields } from '../../../web/form.ts';
import { countAttempt } from '../sign-in/attempts.ts';
import { checkFormOrigin } from '../checks/check-form-origin.ts';
import { answerWithPage } from '../responses/error-response.ts';
import type { SignInRun } from '../sign-in/flow.ts';
import { Parameters } from './parameters.ts';
import { SignInProblem } from '../responses/problems.ts';
import type { CheckedSignIn, PendingSignIn } from '../sign-in/pending-sign-in.ts';
import type { SignInFlow, UserCheck } from '../sign-in/sign-in-step.ts';
import type { SignInServer } from '../sign-in/sign-in-server.ts';

/** Bytes of a posted page. */
const maxFormBytes = 65_536;

/** `POST /oauth/callback`: the form of the current page of a sign-in. */
export const callback =
  (server: SignInServer, submit: SignInFlow['submit']) =>
  (exchange: HttpExchange): Promise<HttpAnswer> =>
    answerWithPage(server.logger, server.pages, async () => {
      const body = await readForm(exchange, maxFormBytes);
      if (!('form' in body)) throw new SignInProblem(body.problem, body.status);
      return submit(exchange, body.form);
    });

/** Handles the form of the current page: the user check first, then the steps after it. */
export const submitForm =
  (server: SignInServer, run: SignInRun, userCheck: UserCheck): SignInFlow['submit'] =>
  async (exchange, form) => {
    const parameters = new Parameters(form, (message) => new SignInProblem(message));
    const signIn = await run.find(exchange, parameters.require('pending_auth_id'));
    await checkFormOrigin(exchange, server.addressOf(exchange), { csrf: signIn.csrf, sent: parameters.get('csrf') });
    const posted: Posted = { server, run, exchange, form };
    return run.exclusive(exchange, signIn, (current) =>
      isChecked(current) ? answerStep(posted, current) : answerUser(posted, current, userCheck),
    );
  };

interface Posted {
  readonly server: SignInServer;
  readonly run: SignInRun;
  readonly exchange: HttpExchange;
  readonly form: FormFields;
}

async function answerUser({ exchange, form, run, server }: Posted, found: PendingSignIn, userCheck: UserCheck): Promise<HttpAnswer> {
  const client = await run.clientOf(exchange, found);
  const signIn = await countAttempt(run, { found, again: () => run.find(exchange, found.id), signal: exchange.signal });
  const verdict = await userCheck.answer({ signIn, client, address: server.addressOf(exchange), exchange }, form);
  return 'page' in verdict ? verdict.page : run.identify(exchange, verdict.signIn ?? signIn, verdict);
}

/** A form of another step than the current one (the back button) shows the current one again. */
async function answerStep({ exchange, form, run, server }: Posted, signIn: CheckedSignIn): Promise<HttpAnswer> {
  const step = run.openStep(signIn);
  if (step === undefined || !step.isAnsweredBy(form)) return run.proceed(exchange, signIn);
  const client = await run.clientOf(exchange, signIn);
  const verdict = await step.answer({ signIn, client, address: server.addressOf(exchange), exchange }, form);
  return run.settle(exchange, signIn, { step, verdict });
}

const isChecked = (signIn: PendingSignIn): signIn is CheckedSignIn => signIn.user !== undefined;
