export interface Library {
  /** Of its probe in `tools/clients/probes`. */
  readonly name: string;
  /** Where it is not the name of the probe. */
  readonly package?: string;
  readonly kind: string;
  /** What its tool answers. */
  readonly answer?: string;
  /** The finding that refuses it; the text has to name what to do. */
  readonly refused?: { readonly code: string; readonly fix: string };
}

/** Public libraries, each used by a tool. What needs a server that is not there answers with its own error, which shows that it runs. */
export const libraries: readonly Library[] = [
  { name: 'drizzle-orm', kind: 'ORM', answer: 'Ada' },
  { name: 'kysely', kind: 'query builder', answer: 'select "name" from "person" where "id" = $1' },
  { name: 'typeorm', kind: 'ORM', answer: 'kept' },
  { name: 'knex', kind: 'query builder', answer: 'kept' },
  { name: 'pg', kind: 'database', answer: 'ECONNREFUSED' },
  { name: 'mysql2', kind: 'database', answer: "select 'it\\'s' ECONNREFUSED" },
  { name: 'mongodb', kind: 'database', answer: 'Ada MongoServerSelectionError' },
  { name: 'better-sqlite3', kind: 'database', answer: 'seven' },
  { name: 'sqlite3', kind: 'database', refused: { code: 'native-addon-missing', fix: 'npm rebuild sqlite3' } },
  { name: 'sql.js', kind: 'database', answer: 'seven' },
  { name: 'ioredis', kind: 'database', answer: 'Connection is closed.' },
  { name: 'valibot', kind: 'validator', answer: 'kept' },
  { name: 'ajv', kind: 'validator', answer: "true false data must have required property 'name'" },
  { name: 'joi', kind: 'validator', answer: '"value" length must be at least 3 characters long' },
  { name: 'yup', kind: 'validator', answer: 'Ada' },
  { name: 'class-validator', kind: 'validator', answer: 'too short undefined' },
  { name: 'axios', kind: 'HTTP client', answer: 'hello' },
  { name: 'got', kind: 'HTTP client', answer: 'hello' },
  { name: 'undici', kind: 'HTTP client', answer: 'hello' },
  { name: 'node-fetch', kind: 'HTTP client', answer: 'hello' },
  { name: 'date-fns', kind: 'dates', answer: '1. März 2024' },
  { name: 'dayjs', kind: 'dates', answer: '2024-03-01' },
  { name: 'luxon', kind: 'dates', answer: '2024-03-01' },
  { name: 'marked', kind: 'markdown', answer: '<p><strong>bold</strong></p>' },
  { name: 'markdown-it', kind: 'markdown', answer: '<p><em>x</em> :)</p>' },
  { name: 'gray-matter', kind: 'markdown', answer: 'Hello' },
  { name: 'cheerio', kind: 'markup', answer: 'hello' },
  { name: 'sharp', kind: 'images', answer: 'png 8x4' },
  { name: 'jimp', kind: 'images', answer: '8x4' },
  { name: 'pdf-lib', kind: 'documents', answer: '%PDF-' },
  { name: 'pdfkit', kind: 'documents', answer: '%PDF-' },
  { name: 'exceljs', kind: 'documents', answer: 'hello' },
  { name: 'openai', kind: 'LLM SDK', answer: 'hello' },
  { name: 'anthropic', package: '@anthropic-ai/sdk', kind: 'LLM SDK', answer: 'hello' },
  { name: 'ai', kind: 'LLM SDK', answer: 'HELLO' },
  { name: 'lodash', kind: 'utilities', answer: 'a,b|c' },
  { name: 'uuid', kind: 'utilities', answer: '074171de-bc84-5ea4-b636-1135477620e1' },
  { name: 'semver', kind: 'utilities', answer: '1.3.0' },
  { name: 'ms', kind: 'utilities', answer: '172800000' },
  { name: 'winston', kind: 'logging', answer: 'info: hello' },
  { name: 'pino', kind: 'logging', answer: '{"level":30,"msg":"hello"}' },
  { name: 'express', kind: 'web server', answer: '{"name":"ada"}' },
  { name: 'fastify', kind: 'web server', answer: '{"said":"hello"}' },
  { name: 'ws', kind: 'web server', answer: 'hello' },
  { name: 'grpc-js', package: '@grpc/grpc-js', kind: 'web server', answer: 'bound' },
  { name: 'handlebars', kind: 'text formats', answer: 'Hello Ada' },
  { name: 'js-yaml', kind: 'text formats', answer: '{"a":[1,2]}' },
  { name: 'csv-parse', kind: 'text formats', answer: '[{"a":"1","b":"2"}]' },
  { name: 'protobufjs', kind: 'text formats', answer: 'Ada' },
  { name: 'puppeteer-core', kind: 'browser', answer: 'Browser was not found at the configured executablePath (/does/not/exist)' },
  { name: 'nodemailer', kind: 'mail', answer: 'hello' },
  { name: 'aws-s3', package: '@aws-sdk/client-s3', kind: 'cloud', answer: 'ECONNREFUSED' },
  { name: 'stripe', kind: 'cloud', answer: 'cus_1' },
  { name: 'argon2', kind: 'passwords', answer: 'true' },
  { name: 'bcrypt', kind: 'passwords', answer: 'true' },
];
