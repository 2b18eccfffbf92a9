// Our own lint rules for oxlint: where time, randomness and the environment may come from, and how transactions begin.
// .oxlintrc.json lists the files that each rule exempts.

const random = /^(?:random(?:Bytes|Fill|FillSync|Int|UUID|UUIDv7)|getRandomValues|webcrypto)$/;

const named = (node, name) => node?.type === 'Identifier' && node.name === name;
const propertyName = (node) => (node.computed ? node.property.value : node.property.name);
const importedNames = (node) =>
  node.specifiers.filter(({ type }) => type === 'ImportSpecifier').map(({ imported }) => imported.name);

/** A rule that reports `message` at every node that its visitor finds. */
const rule = (message, visit) => ({
  create: (context) => visit((node) => context.report({ node, message })),
});

const environment = rule(
  'Only ground/config/environment.ts has the environment: take a value from the configuration.',
  (report) => ({
    MemberExpression(node) {
      if (named(node.object, 'process') && propertyName(node) === 'env') report(node);
    },
    VariableDeclarator(node) {
      if (!named(node.init, 'process') || node.id.type !== 'ObjectPattern') return;
      if (node.id.properties.some(({ key }) => named(key, 'env'))) report(node);
    },
    ImportDeclaration(node) {
      if (/^(?:node:)?process$/.test(node.source.value) && importedNames(node).includes('env')) report(node);
    },
  }),
);

const time = rule('Only ground/kernel/clock.ts reads the time: ask the clock.', (report) => ({
  MemberExpression(node) {
    const name = propertyName(node);
    if (name === 'now' && (named(node.object, 'Date') || named(node.object, 'performance'))) report(node);
    if (name === 'hrtime' && named(node.object, 'process')) report(node);
  },
  NewExpression(node) {
    if (named(node.callee, 'Date') && node.arguments.length === 0) report(node);
  },
  CallExpression(node) {
    if (named(node.callee, 'Date')) report(node);
  },
}));

const randomness = rule(
  'Only ground/kernel/ids.ts and ground/kernel/secret.ts make random values: use theirs.',
  (report) => ({
    MemberExpression(node) {
      const name = propertyName(node);
      if (random.test(name) || (named(node.object, 'Math') && name === 'random')) report(node);
    },
    ImportDeclaration(node) {
      if (/^(?:node:)?crypto$/.test(node.source.value) && importedNames(node).some((name) => random.test(name)))
        report(node);
    },
  }),
);

const transactions = rule(
  'Transactions begin in one way: db.transaction, whose tx.em is the unit of work.',
  (report) => ({
    MemberExpression(node) {
      if (propertyName(node) === 'transactional') report(node);
    },
  }),
);

export default { meta: { name: 'house' }, rules: { environment, time, randomness, transactions } };
