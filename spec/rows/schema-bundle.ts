import type { RequirementRow } from '../requirement-row.ts';

const deliver = { document: 'issue 5', section: 'Deliver 3' } as const;

export const rows: readonly RequirementRow[] = [
  { id: 'P5.bundle.no-zod', ...deliver, rule: 'When every schema of a server compiles, zod is not in its bundle, on every target.' },
  {
    id: 'P5.bundle.same-answers',
    ...deliver,
    rule: 'A bundle with tables gives the answers of a bundle with zod: values, defaults, coercions, transforms, texts of errors.',
  },
  { id: 'P5.bundle.callbacks', ...deliver, rule: 'Functions of a schema keep their scope in a bundle: the place, the module, an import.' },
  { id: 'P5.bundle.questions', ...deliver, rule: 'A schema inside a handler (`elicit`) leaves the bundle too.' },
  {
    id: 'P5.bundle.sites',
    ...deliver,
    rule: 'Only what the sources alone decide is evaluated at build: a schema that time, environment, variables or packages decide stays.',
  },
  { id: 'P5.bundle.constants', ...deliver, rule: 'Constants that do nothing but make schemas leave the bundle with whoever used them.' },
  { id: 'P5.bundle.keeps-zod', ...deliver, rule: 'A schema that cannot compile keeps its zod object and works as before, beside tables.' },
  { id: 'P5.bundle.report', ...deliver, rule: 'The build report names the tool and the line, or the package, that brought zod in.' },
  { id: 'P5.bundle.places', ...deliver, rule: 'Findings name the places of the sources as they were written, whatever a build puts in.' },
  {
    id: 'P5.start.settled',
    document: 'issue 5',
    section: 'Deliver 5',
    rule: 'Options that the sources decide are read and checked at build, once; those that the place decides, at every start.',
  },
  {
    id: 'P5.bundle.context',
    document: 'issue 5',
    section: 'Deliver 5; architecture §3a',
    rule: 'A feature that serves members of the context objects is in the bundle only where an entry uses one of them, or may use any.',
  },
];
