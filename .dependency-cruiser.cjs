// Who may import whom; ARCHITECTURE.md draws the picture. The floors, from the top, and their rooms:
//   the files of src itself, server, cli     put it all together
//   console                                  the web UI, which asks the server and shares words and rules with it
//   doors/graphql, rest, oauth, pages, files one folder for each contract
//   modules/<name>                           what we decide, one folder for each feature
//   views                                    typed context → HTML, used by whoever shows a page or sends a mail
//   ground                                   what every feature stands on:
//     faults                                 the rules of inputs and their sentences: data
//     words                                  texts with placeholders, and the languages of readers
//     kernel                                 knows no feature
//     lists                                  pages, orders and filters of rows
//     http, jobs                             speaking HTTP, working in the background
//     config, persistence, tracing           the environment, PostgreSQL, spans

const aDoor = '^src/doors/';
// The door, and what the ground and the modules have for it.
const graphFaces = [
  '^src/doors/graphql/',
  '^src/ground/kernel/graphql/',
  '^src/ground/lists/graphql/',
  '^src/modules/[^/]+/graphql/',
];
// What the rows of a module are: its entities, and the words that they consist of.
const TYPES = '^src/modules/[^/]+/[^/]+(\\.entity|-vocabulary)\\.ts$';
const theTop = '^src/([^/]+$|(cli|server)/)';

// What tests read to know what there is to test, and what they try alone.
const lists = [
  '^src/doors/graphql/schema\\.ts$',
  '^src/doors/rest/routes/',
  '^src/cli/commands\\.ts$',
  '^src/doors/oauth/paths\\.ts$',
  '^src/ground/persistence/migrations/',
  '^src/ground/persistence/kept-in-sql\\.ts$',
  '^src/console/messages/',
  '^src/ground/faults/',
  '/samples\\.ts$',
];
const units = [
  '/user-email\\.ts$',
  '/redirect-uri\\.ts$',
  '/registered-uri\\.ts$',
  '/errors\\.ts$',
  '^src/ground/http/error-answer\\.ts$',
  '/reading\\.ts$',
  '/reference\\.ts$',
  '^src/doors/rest/route\\.ts$',
  '^src/doors/graphql/execute\\.ts$',
  '^src/console/pages/applications/snippets\\.ts$',
  '^src/console/pages/apis/(pasted-token|verified|verifiers)\\.ts$',
  // A run of tests starts PostgreSQL by it, and leaves the rest of the product to the workers.
  '^src/ground/persistence/embedded/index\\.ts$',
];

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    rule(
      'floors-go-down',
      'The server, the files of src itself and the commands put the floors together; no floor knows them.',
      { path: '^src/', pathNot: theTop },
      { path: theTop },
    ),
    rule(
      'nothing-below-knows-a-door',
      'No module imports a door, nor does anything a module stands on.',
      { path: '^src/(modules|views|ground)/' },
      { path: aDoor },
    ),
    rule(
      'the-ground-knows-no-module',
      'What every feature stands on knows none of them.',
      { path: '^src/ground/' },
      { path: '^src/(modules|views)/' },
    ),
    rule(
      'views-only-render',
      'A view gets everything from its context and imports the kernel and the words at most.',
      { path: '^src/views/' },
      { path: '^src/', pathNot: '^src/(views|ground/(kernel|words))/' },
    ),
    rule(
      'faults-and-words-stand-alone',
      'The rules of inputs, their sentences and the words import nothing of ours: they run in browsers too.',
      { path: '^src/ground/(faults|words)/' },
      { path: '^src/', pathNot: '^src/ground/$1/' },
    ),
    rule(
      'faults-are-data',
      'The rules of inputs and their sentences import no package either.',
      { path: '^src/ground/faults/' },
      { path: '', pathNot: '^src/' },
    ),
    rule(
      'the-kernel-stands-on-the-faults',
      'The kernel imports nothing of ours but the faults.',
      { path: '^src/ground/kernel/' },
      { path: '^src/', pathNot: '^src/ground/(kernel|faults)/' },
    ),
    rule(
      'lists-http-and-jobs-stand-on-the-kernel',
      'lists, http and jobs import the kernel and the faults at most.',
      { path: '^src/ground/(lists|http|jobs)/' },
      { path: '^src/', pathNot: ['^src/ground/$1/', '^src/ground/(kernel|faults)/'] },
    ),
    rule(
      'modules-meet-at-their-door',
      'A module imports another only through its index.ts, or that of its graph face.',
      { path: '^src/modules/([^/]+)/' },
      {
        path: '^src/modules/[^/]+/',
        pathNot: ['^src/modules/$1/', '^src/modules/[^/]+/(graphql/)?index\\.ts$', TYPES],
      },
    ),
    rule(
      'rows-are-known-by-type',
      'Of the rows of another module, a module imports the types from where they are declared: the index.ts would bring all that uses them.',
      { path: '^src/modules/([^/]+)/' },
      { path: TYPES, pathNot: '^src/modules/$1/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'pages-are-for-doors',
      'A module renders no page; only mail has templates of its own.',
      { path: '^src/modules/' },
      { path: '^src/views/', pathNot: '^src/views/mail/index\\.ts$' },
    ),
    rule(
      'rules-know-no-graph-face',
      'Only the GraphQL door, and the graph faces themselves, import the graph face of a module, of lists or of the kernel.',
      { path: '^src/', pathNot: graphFaces },
      { path: graphFaces.slice(1) },
    ),
    rule(
      'only-graph-faces-import-graphql',
      'Only the GraphQL door and graph faces import GraphQL packages.',
      { path: '^src/', pathNot: [...graphFaces, '^src/console/'] },
      { path: '^node_modules/(graphql|graphql-jit|graphql-scalars|type-graphql|@apollo|@graphql-tools)/' },
    ),
    rule(
      'doors-know-no-other-door',
      'Doors do not import each other; two have a rule of their own.',
      { path: '^src/doors/([^/]+)/', pathNot: '^src/doors/(rest|pages)/' },
      { path: aDoor, pathNot: '^src/doors/$1/' },
    ),
    rule(
      'rest-is-data-over-graphql',
      'REST imports graphql/execute, http, the kernel and the faults, the arguments of pages, and of the modules only vocabulary: lists of words.',
      { path: '^src/doors/rest/' },
      {
        path: '^src/',
        pathNot: [
          '^src/doors/(rest/|graphql/execute(\\.ts$|/))',
          '^src/ground/(http/|kernel/|faults/|lists/pagination\\.ts$)',
          '^src/modules/[^/]+/[^/]+-vocabulary\\.ts$',
        ],
      },
    ),
    rule(
      'pages-know-only-types-of-oauth',
      "Of other doors the pages may know the types of oauth's flow, and nothing that runs.",
      { path: '^src/doors/pages/' },
      { path: '^src/doors/oauth/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'pages-know-no-other-door',
      'Doors do not import each other.',
      { path: '^src/doors/pages/' },
      { path: aDoor, pathNot: '^src/doors/(pages|oauth)/' },
    ),
    rule(
      'console-speaks-graphql',
      'The web UI imports no server code, and of what is ours beside it only the words and the rules of inputs.',
      { path: '^src/console/' },
      { path: '^src/', pathNot: '^src/(console|ground/(words|faults))/' },
    ),
    rule(
      'nothing-imports-the-console',
      'The web UI is built by itself.',
      { path: '^src/', pathNot: '^src/console/' },
      { path: '^src/console/' },
    ),
    rule('no-cycles', 'No cycles.', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
    rule(
      'no-cycles-of-types',
      'The server has no cycles of types either; the parts of a page of the console know the data of their page.',
      { path: '^src/', pathNot: '^src/console/' },
      { circular: true },
    ),
    rule('no-missing-files', 'Every import resolves.', {}, { couldNotResolve: true }),
    rule(
      'the-product-imports-only-itself',
      'Nothing in src comes from the tests, the benchmark or the tools.',
      { path: '^src/' },
      { path: '^(test|bench|scripts)/' },
    ),
    rule(
      'tests-drive-the-built-product',
      'What a test starts or looks into comes from #product (src/product.ts), which is the built server: of a class from src there would be two. Units and lists of what there is may come from src.',
      {
        path: '^test/',
        pathNot:
          '^test/(config|docs|http|kernel|properties|views)/|^test/(proofs/views|modules/credentials/password)\\.test',
      },
      { path: '^src/', pathNot: ['^src/product\\.ts$', ...lists, ...units], dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'the-product-needs-no-development-package',
      'What src imports at run time is a dependency of the product.',
      { path: '^src/', pathNot: '^src/console/' },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
