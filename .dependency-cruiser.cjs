// Who may import whom; ARCHITECTURE.md draws the picture. The rooms:
//   faults                            the rules of inputs and their sentences: data that the server and the console share
//   words                             knows no feature and nothing else of ours
//   kernel                            knows no feature, and nothing else of ours but the faults
//   lists                             pages, orders and filters of rows: the kernel, the faults and nothing else of ours
//   http, jobs                        speaking HTTP, working in the background: the kernel, the faults and nothing else of ours
//   config, persistence               what every feature stands on
//   modules/<name>                    what we decide, one folder a feature
//   views                             typed context → HTML, used by whoever shows a page or sends a mail
//   graphql, rest, oauth, interaction, console     the doors: one folder a contract
//   server, the files of src itself, cli, management, tracing and workers  put it all together

const doors = ['graphql', 'rest', 'oauth', 'interaction', 'console'];
const aDoor = `^src/(${doors.join('|')})/`;
// The door, and what the ground and the modules have for it.
const graphFaces = ['^src/graphql/', '^src/kernel/graphql/', '^src/lists/graphql/', '^src/modules/[^/]+/graphql/'];
const theTop = '^src/([^/]+$|(cli|management|server|tracing|workers)/)';

// What tests read to know what there is to test, and what they try alone.
const lists = [
  '^src/graphql/schema\\.ts$',
  '^src/rest/routes/',
  '^src/cli/commands\\.ts$',
  '^src/oauth/paths\\.ts$',
  '^src/persistence/migrations/',
  '^src/persistence/kept-in-sql\\.ts$',
  '^src/console/messages/',
  '^src/faults/',
  '/samples\\.ts$',
];
const units = [
  '/user-email\\.ts$',
  '/redirect-uri\\.ts$',
  '/errors\\.ts$',
  '^src/http/error-answer\\.ts$',
  '/reading\\.ts$',
  '/reference\\.ts$',
  '^src/rest/route\\.ts$',
  '^src/graphql/execute\\.ts$',
  '^src/console/pages/applications/snippets\\.ts$',
];

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    rule(
      'faults-are-data',
      'The rules of inputs and their sentences import nothing, so that the console may import them.',
      { path: '^src/faults/' },
      { path: '', pathNot: '^src/faults/' },
    ),
    rule(
      'kernel-stands-alone',
      'The kernel imports nothing of ours but the faults.',
      { path: '^src/kernel/' },
      { path: '^src/', pathNot: '^src/(kernel|faults)/' },
    ),
    rule(
      'words-stand-alone',
      'The words import nothing of ours: they run in browsers too.',
      { path: '^src/words/' },
      { path: '^src/', pathNot: '^src/words/' },
    ),
    rule(
      'lists-http-and-jobs-stand-on-the-kernel',
      'lists, http and jobs import the kernel and the faults at most.',
      { path: '^src/(lists|http|jobs)/' },
      { path: '^src/', pathNot: ['^src/$1/', '^src/(kernel|faults)/'] },
    ),
    rule(
      'modules-meet-at-their-door',
      'A module imports another only through its index.ts, or that of its graph face.',
      { path: '^src/modules/([^/]+)/' },
      { path: '^src/modules/[^/]+/', pathNot: ['^src/modules/$1/', '^src/modules/[^/]+/(graphql/)?index\\.ts$'] },
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
      'nothing-below-knows-a-door',
      'No module imports a door, nor does anything a module stands on.',
      { path: '^src/(lists|config|http|jobs|persistence|modules|views)/' },
      { path: aDoor },
    ),
    rule(
      'the-ground-knows-no-module',
      'What every feature stands on knows none of them.',
      { path: '^src/(kernel|lists|http|jobs|config|persistence)/' },
      { path: '^src/(modules|views)/' },
    ),
    rule(
      'pages-are-for-doors',
      'A module renders no page; only mail has templates of its own.',
      { path: '^src/modules/' },
      { path: '^src/views/', pathNot: '^src/views/mail/index\\.ts$' },
    ),
    rule(
      'views-only-render',
      'A view gets everything from its context and imports the kernel and the words at most.',
      { path: '^src/views/' },
      { path: '^src/', pathNot: '^src/(views|kernel|words)/' },
    ),
    rule(
      'rest-is-data-over-graphql',
      'REST imports graphql/execute, http, the kernel and the faults, the arguments of pages, and of the modules only vocabulary: lists of words.',
      { path: '^src/rest/' },
      {
        path: '^src/',
        pathNot: [
          '^src/(rest|http|kernel|faults)/',
          '^src/lists/pagination\\.ts$',
          '^src/graphql/execute(\\.ts$|/)',
          '^src/modules/[^/]+/[^/]+-vocabulary\\.ts$',
        ],
      },
    ),
    ...['graphql', 'oauth'].map((door) =>
      rule(
        `${door}-knows-no-other-door`,
        'Doors do not import each other.',
        { path: `^src/${door}/` },
        { path: aDoor, pathNot: `^src/${door}/` },
      ),
    ),
    rule(
      'interaction-knows-no-other-door',
      "Doors do not import each other; of oauth the interaction may know the flow's types.",
      { path: '^src/interaction/' },
      { path: aDoor, pathNot: '^src/(interaction|oauth)/' },
    ),
    rule(
      'interaction-knows-only-types-of-oauth',
      "Of oauth the interaction may know the flow's types, and nothing that runs.",
      { path: '^src/interaction/' },
      { path: '^src/oauth/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'console-speaks-graphql',
      'The web UI imports no server code, and of what is ours beside it only the words and the rules of inputs.',
      { path: '^src/console/' },
      { path: '^src/', pathNot: '^src/(console|words|faults)/' },
    ),
    rule(
      'nothing-imports-the-top',
      'The server, the files of src itself and the commands put the rooms together; no room knows them.',
      { path: '^src/', pathNot: theTop },
      { path: theTop },
    ),
    rule('no-cycles', 'No cycles.', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
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
