/*
 * Loaded before the runtime client of the function service (aws-lambda-ric). Its part in C++ is compiled at installation, which runs no
 * scripts here; the two calls that are made of it go over node:http instead.
 */
import { request } from 'node:http';
import Module from 'node:module';

const [host, port] = (process.env['AWS_LAMBDA_RUNTIME_API'] ?? '').split(':');
const post = (path, body) =>
  request({ host, port, method: 'POST', path: `/2018-06-01/runtime/invocation/${path}` }, (answer) => answer.resume()).end(body);
const client = { done: (id, body) => post(`${id}/response`, body), error: (id, body) => post(`${id}/error`, body) };

const load = Module._load;
Module._load = (name, ...rest) => (name === './rapid-client.node' ? client : load.call(Module, name, ...rest));
