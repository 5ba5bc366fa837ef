// Which part may import which: DESIGN in one picture is in ARCHITECTURE.md. Each rule says what to do instead.

const DOMAINS = [
  'ledger|reconciliation|recovery|lottery|draw|book|members|payments|video|directory',
  'desk|house|staff|audit|statement|my-data|complaints|pictures|identity-checks|moderation|risk',
].join('|');
const WORKSPACES = '^(apps|packages|dev|bench|tools|tests)/';
const UI_LIBRARIES = 'node_modules/(@base-ui/react|embla-carousel-react|lucide-react|react-easy-crop)/';

/** A domain of the server that may import only the named other domains. */
function domain(names, allowed) {
  return {
    name: `domain-${names.split('|')[0]}`,
    comment: 'Domains know few others. Compose them in http, jobs or decisions, or pass what is needed as an argument.',
    severity: 'error',
    from: { path: `^apps/server/src/(${names})/` },
    to: {
      path: `^apps/server/src/(${DOMAINS})/`,
      pathNot: ['^apps/server/src/$1/', ...(allowed ? [`^apps/server/src/(${allowed})/`] : [])],
    },
  };
}

/** A part of the server that must not import another. */
function server(name, from, to, comment) {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: `^apps/server/src/${from}` },
    to: { path: `^apps/server/src/${to}` },
  };
}

/** A layer of a web app that must not import those above it. */
function layer(name, above) {
  return {
    name: `${name}-imports-no-${above.split('|')[0]}`,
    comment: 'In an app: app → screens → features → api, ui. Move what both need down, or pass it as a property.',
    severity: 'error',
    from: { path: `^apps/(member|console)/src/${name}/` },
    to: { path: `^apps/$1/src/(${above})/` },
  };
}

module.exports = {
  forbidden: [
    {
      name: 'pure-packages',
      comment: 'fair and money run anywhere, by themselves: they import no package of ours.',
      severity: 'error',
      from: { path: '^packages/(fair|money)/' },
      to: { path: WORKSPACES, pathNot: '^packages/$1/' },
    },
    {
      name: 'verify-imports-fair-alone',
      comment: 'Whoever does not trust the house runs verify: all that it needs is in it and in fair.',
      severity: 'error',
      from: { path: '^packages/verify/src/', pathNot: '\\.test\\.ts$' },
      to: { path: `${WORKSPACES}|node_modules/`, pathNot: '^packages/(verify|fair)/' },
    },
    {
      name: 'packages-import-no-apps',
      comment: 'Packages are used by apps, not the other way round.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(apps|dev|bench|tools|tests)/' },
    },
    {
      name: 'web-apps-import-contract-money-fair',
      comment: 'A web app knows the server by its contract alone.',
      severity: 'error',
      from: { path: '^apps/(member|console)/' },
      to: { path: WORKSPACES, pathNot: ['^apps/$1/', '^packages/(contract|money|fair)/'] },
    },
    layer('(api|ui)', 'app|screens|features'),
    layer('features', 'app|screens'),
    layer('screens', 'app'),
    {
      name: 'api-and-ui-are-apart',
      comment: 'api asks the server, ui draws: a feature brings them together.',
      severity: 'error',
      from: { path: '^apps/(member|console)/src/(api|ui)/' },
      to: { path: '^apps/$1/src/(api|ui)/', pathNot: '^apps/$1/src/$2/' },
    },
    {
      name: 'screens-are-apart',
      comment: 'What two screens use is a feature: move it to src/features.',
      severity: 'error',
      from: { path: '^apps/(member|console)/src/screens/([^/]+)/' },
      to: { path: '^apps/$1/src/screens/[^/]+/', pathNot: '^apps/$1/src/screens/$2/' },
    },
    {
      name: 'component-library-in-ui-alone',
      comment: 'Wrap it in src/ui, so that it can be replaced in one place.',
      severity: 'error',
      from: { path: '^apps/member/src/', pathNot: '^apps/member/src/ui/' },
      to: { path: UI_LIBRARIES },
    },
    domain('ledger|book|audit', ''),
    domain('lottery|payments|video|members|statement', 'ledger'),
    domain('draw', 'lottery|ledger|book'),
    domain('my-data', 'ledger|lottery|draw|members|audit'),
    domain('identity-checks', 'ledger|members'),
    // What it writes reaches staff and the member alone: no other domain may read it (risk/reach.test.ts).
    domain('risk', 'ledger|members'),
    domain('moderation', 'payments'),
    domain('house|directory|desk|complaints|pictures', ''),
    domain('staff', 'audit'),
    server(
      'domains-know-no-transport',
      `(${DOMAINS})/`,
      '(app|cli|main|http|jobs|decisions|adapters|config)[/.]',
      'Domains are called by http, jobs and decisions. They declare what they need from outside as interfaces.',
    ),
    server(
      'db-knows-no-domain',
      'db/',
      `(${DOMAINS}|decisions|http|jobs|adapters|app|cli|main|config)[/.]`,
      'db is below all domains.',
    ),
    server(
      'crypto-and-process-know-no-domain',
      // draw-worker.ts is an entry point like main.ts.
      '(crypto|process)/(?!draw-worker)',
      `(${DOMAINS}|decisions|http|jobs|adapters|app|cli|main)[/.]`,
      'Every part uses crypto and process. Pass them what they need as an argument.',
    ),
    server(
      'config-reads-only',
      'config/',
      '(decisions|http|jobs|adapters|app|cli|main)[/.]',
      'config reads the environment, in types of its own or of a domain; app passes it on.',
    ),
    server(
      'decisions-know-domains-alone',
      'decisions/',
      '(http|jobs|adapters|app|cli|main|config)[/.]',
      'A decision composes domains; http and jobs call it.',
    ),
    server('http-and-jobs-apart', 'http/', 'jobs/', 'Both call domains; what they share belongs in one.'),
    server('jobs-and-http-apart', 'jobs/', 'http/', 'Both call domains; what they share belongs in one.'),
    server('members-and-console-apart', 'http/member/', 'http/console/', 'What both answer with lies in http/shared.'),
    server('console-and-members-apart', 'http/console/', 'http/member/', 'What both answer with lies in http/shared.'),
    server(
      'http-shared-is-below',
      'http/shared/',
      'http/(member|console|webhooks|live)/',
      'Endpoints use http/shared, not the other way round.',
    ),
    {
      name: 'app-by-entry-points-alone',
      comment: 'app builds a role of the server and starts it. Pass what an endpoint or a job needs as an argument.',
      severity: 'error',
      from: {
        path: '^apps/server/src/',
        // The draw's thread is an entry point like main.ts; a command opens what it acts on.
        pathNot: [
          '^apps/server/src/(main|cli|process/draw-worker)\\.ts$',
          '^apps/server/src/(app|cli)/',
          '\\.test\\.ts$',
        ],
      },
      to: { path: '^apps/server/src/(app|cli)/' },
    },
    {
      name: 'adapters-by-app-alone',
      comment: 'Domains and endpoints are given an adapter by app; they do not choose one.',
      severity: 'error',
      from: {
        path: '^apps/server/src/',
        pathNot: ['^apps/server/src/(app|adapters)/', '\\.test\\.ts$'],
      },
      to: { path: '^apps/server/src/adapters/' },
    },
    server(
      'adapters-know-interfaces-only',
      'adapters/',
      '(http|jobs|decisions|db|app|cli|main|config)[/.]',
      'An adapter is a door to the outside.',
    ),
    {
      name: 'no-tools-in-production',
      comment: 'What runs in production does not import what is for development.',
      severity: 'error',
      from: { path: '^(apps/[^/]+|packages/[^/]+)/src/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(dev|bench|tools|tests|scripts|apps/[^/]+/tests)/' },
    },
    {
      name: 'nobody-imports-tests',
      comment: 'What several tests need belongs in a file of its own.',
      severity: 'error',
      from: {},
      to: { path: '\\.(test|spec)\\.tsx?$' },
    },
    {
      name: 'no-circles',
      comment: 'Two files that import each other are one; move what both need into a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved',
      comment: 'There is no such file or package.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/(dist|coverage)/' },
    includeOnly: { path: ['^(apps|packages|dev|bench|tools|tests|scripts)/', 'node_modules/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css', '.d.ts'],
    },
  },
};
