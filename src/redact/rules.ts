/**
 * One kind of secret. The pattern is compiled when one of the `keywords` (lower case) occurs in
 * the text. What the named group `keep` matches stays, the rest is replaced. A group `whole` that
 * is looked ahead for and then repeated makes a repetition atomic: it is never tried shorter.
 */
export interface Rule {
  id: string
  keywords: string[]
  /** Source of a regular expression whose time is linear: bounded repetition, no nesting. */
  pattern: string
  flags: string
  /** How the value is judged: a known shape, or only by its name and look. */
  check: 'shape' | 'random' | 'password'
  /** Without one of these (lower case) in a text the pattern finds nothing in it: it is not compiled. */
  signs?: readonly string[]
}

/** A token that its prefix gives away; it stands alone, or next to `-` and `_`. */
function token(id: string, keywords: string, pattern: string): Rule {
  const bounded = `(?<![A-Za-z0-9])(?:${pattern})(?![A-Za-z0-9])`
  return { id, keywords: keywords.split(' '), pattern: bounded, flags: 'g', check: 'shape' }
}

/** A value that only the name before it gives away: `name = value`, `"name": "value"`. */
function named(id: string, keywords: string, name: string, value: string): Rule {
  const pattern = `(?<keep>(?:${name})${ASSIGN})(?:${value})(?![A-Za-z0-9])`
  return { id, keywords: keywords.split(' '), pattern, flags: 'gi', check: 'shape' }
}

/** A pattern of its own, read without regard to case; `keywords` is a list where one has a space. */
function context(
  id: string,
  keywords: string | string[],
  check: Rule['check'],
  pattern: string,
): Rule {
  const list = typeof keywords === 'string' ? keywords.split(' ') : keywords
  return { id, keywords: list, pattern, flags: 'gi', check }
}

const ASSIGN = String.raw`[\w.-]{0,24}["'\x60]?[ \t]{0,8}(?:=>|:=|==?|:|,)[ \t]{0,8}["'\x60]?`

/** What stands between a name and its value, in code, in a sentence, on a command line. */
const ASSIGNING = [
  ...['=', ':', '--'],
  ...[' ', '\t'].flatMap(before => [' ', '\t'].map(after => `${before}is${after}`)),
  ...[',', ', ', ',\t'].flatMap(comma => [`${comma}"`, `${comma}'`]),
]

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const r = String.raw

/**
 * Kinds of secrets, most telling first. The choice of kinds and the idea of keywords before
 * patterns follow gitleaks (https://github.com/gitleaks/gitleaks, MIT licence); the patterns are
 * written from the vendors' token formats.
 */
export const RULES: readonly Rule[] = [
  // Clouds
  token(
    'aws-access-key-id',
    'akia asia abia acca a3t',
    r`(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}`,
  ),
  named(
    'aws-secret-key',
    'aws secret',
    r`secret[_-]?access[_-]?key|aws[\w-]{0,20}secret[\w-]{0,12}`,
    r`[A-Za-z0-9/+]{40}`,
  ),
  named(
    'aws-session-token',
    'session',
    r`(?:aws_|_)?session_?token`,
    r`[A-Za-z0-9/+]{100,4000}={0,2}`,
  ),
  token('aws-bedrock-key', 'absk', r`ABSK[A-Za-z0-9+/]{100,300}={0,2}`),
  token('google-api-key', 'aiza', r`AIza[\w-]{35}`),
  token(
    'google-oauth',
    'gocspx- ya29. 1//0',
    r`GOCSPX-[\w-]{28}|ya29\.[\w-]{20,2000}|1//0[\w-]{40,120}`,
  ),
  token('azure-client-secret', 'q~', r`[\w~.]{3}\dQ~[\w~.-]{31,34}`),
  named(
    'azure-key',
    'accountkey sharedaccesskey',
    r`AccountKey|SharedAccessKey`,
    r`[A-Za-z0-9/+]{43,86}={1,2}`,
  ),
  context('azure-sas', 'sig=', 'shape', r`(?<keep>[?&]sig=)[A-Za-z0-9%/+]{40,80}(?:%3D|=)?`),
  token('digitalocean-token', 'doo_v1_ dop_v1_ dor_v1_ dot_v1_', r`do[oprt]_v1_[a-f0-9]{64}`),
  token('alibaba-key-id', 'ltai', r`LTAI[A-Za-z0-9]{20}`),
  token('heroku-key', 'hrku-', r`HRKU-(?:AA[\w-]{58}|${UUID})`),
  named('heroku-key', 'heroku', r`heroku`, UUID),
  named('cloudflare-key', 'cloudflare cf_api', r`cloudflare|cf_api`, r`[\w-]{40}|[a-f0-9]{37}`),
  token('cloudflare-origin-key', 'v1.0-', r`v1\.0-[a-f0-9]{24}-[a-f0-9]{146}`),
  token('databricks-token', 'dapi', r`dapi[a-f0-9]{32}(?:-\d)?`),
  token('fly-token', 'fo1_ fm1_ fm2_', r`fo1_[\w-]{43}|fm[12][ar]?_[A-Za-z0-9+/]{100,2000}={0,3}`),
  token('netlify-token', 'nfp_', r`nfp_[A-Za-z0-9]{36,40}`),
  token('vercel-token', 'vcp_ vci_ vca_ vcr_ vck_', r`vc[picark]_[A-Za-z0-9]{24,80}`),
  named('vercel-token', 'vercel', r`vercel[\w-]{0,12}token`, r`[A-Za-z0-9]{24}`),
  token('supabase-key', 'sbp_ sb_secret_', r`sbp_[a-f0-9]{40}|sb_secret_[\w-]{20,80}`),
  token('planetscale-token', 'pscale_', r`pscale_(?:tkn|pw|oauth)_[\w=.-]{32,64}`),
  token('render-key', 'rnd_', r`rnd_[A-Za-z0-9]{28,40}`),
  token('tailscale-key', 'tskey-', r`tskey-[a-z]{2,12}-[A-Za-z0-9-]{16,80}`),
  // Code and packages
  token('github-token', 'ghp_ gho_ ghu_ ghs_ ghr_', r`gh[pousr]_[A-Za-z0-9]{36,255}`),
  token('github-fine-grained-token', 'github_pat_', r`github_pat_\w{36,255}`),
  token(
    'gitlab-token',
    'gl gr1348941',
    r`gl(?:pat|ptt|dt|rt|rtr|cbt|ft|agent|oas|soat|imt|ffct)-[\w.-]{20,300}|GR1348941[\w-]{20}`,
  ),
  token('bitbucket-token', 'atbb', r`ATBB[A-Za-z0-9]{28,36}`),
  token('atlassian-token', 'atatt3', r`ATATT3[\w=-]{60,300}`),
  token('npm-token', 'npm_', r`npm_[A-Za-z0-9]{36}`),
  context(
    'npmrc-auth',
    '_auth _password',
    'shape',
    r`(?<keep>:_(?:authToken|auth|password)[ \t]{0,4}=[ \t]{0,4}["']?)[A-Za-z0-9+/=_.-]{12,400}`,
  ),
  token('pypi-token', 'pypi-', r`pypi-[\w-]{50,400}`),
  token('rubygems-key', 'rubygems_', r`rubygems_[a-f0-9]{48}`),
  token('crates-token', 'cio', r`cio[A-Za-z0-9]{32}`),
  token('docker-token', 'dckr_', r`dckr_[op]at_[\w-]{27,60}`),
  context(
    'docker-auth',
    '"auth"',
    'shape',
    r`(?<keep>"auth"\s{0,4}:\s{0,4}")[A-Za-z0-9+/]{16,400}={0,2}(?=")`,
  ),
  token('artifactory-key', 'akcp cmvmd', r`AKCp[A-Za-z0-9]{69}|cmVmd[A-Za-z0-9]{59}`),
  token('circleci-token', 'ccipat_', r`CCIPAT_[A-Za-z0-9]{16,30}_[A-Fa-f0-9]{40}`),
  token('buildkite-token', 'bkua_', r`bkua_[a-f0-9]{40}`),
  token('clojars-token', 'clojars_', r`CLOJARS_[a-z0-9]{60}`),
  // Models
  token('anthropic-key', 'sk-ant-', r`sk-ant-[\w-]{20,300}`),
  token('openrouter-key', 'sk-or-', r`sk-or-(?:v\d-)?[A-Za-z0-9]{40,80}`),
  token('langfuse-key', 'sk-lf-', r`sk-lf-${UUID}`),
  token(
    'openai-key',
    'sk-proj- sk-svcacct- sk-admin- t3blbkfj',
    r`sk-(?:(?:proj|svcacct|admin|None)-[\w-]{20,300}|[\w-]{10,160}T3BlbkFJ[\w-]{10,160})`,
  ),
  token('sk-key', 'sk-', r`sk-[A-Za-z0-9]{32,64}`),
  token('huggingface-token', 'hf_ api_org_', r`(?:hf|api_org)_[A-Za-z0-9]{30,40}`),
  token('groq-key', 'gsk_', r`gsk_[A-Za-z0-9]{40,60}`),
  token('xai-key', 'xai-', r`xai-[A-Za-z0-9]{60,90}`),
  token('perplexity-key', 'pplx-', r`pplx-[A-Za-z0-9]{40,60}`),
  token('replicate-token', 'r8_', r`r8_[A-Za-z0-9]{37,40}`),
  token('langsmith-key', 'lsv2_', r`lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}`),
  // Messages and mail
  token(
    'slack-token',
    'xox xapp-',
    r`xox[abceoprs](?:-\d)?[-.][A-Za-z0-9-]{16,260}|xapp-\d-[A-Z0-9]+-\d+-[a-z0-9]{20,90}`,
  ),
  token(
    'slack-webhook',
    'hooks.slack.com',
    r`hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{30,80}`,
  ),
  token('discord-webhook', 'discord', r`discord(?:app)?\.com/api/webhooks/\d{15,22}/[\w-]{50,90}`),
  token('discord-token', 'discord bot token', r`[MNO][A-Za-z0-9_-]{23,27}\.[\w-]{6}\.[\w-]{27,40}`),
  token('telegram-token', ':aa', r`\d{8,10}:AA[\w-]{32,34}`),
  token('twilio-key', 'sk', r`SK[0-9a-f]{32}`),
  named('twilio-token', 'twilio', r`twilio[\w-]{0,12}(?:token|secret)`, r`[0-9a-f]{32}`),
  token('sendgrid-key', 'sg.', r`SG\.[\w-]{16,32}\.[\w-]{32,64}`),
  token('mailgun-key', 'key- mailgun', r`key-[a-f0-9]{32}|[a-f0-9]{32}-[a-f0-9]{8}-[a-f0-9]{8}`),
  token('mailchimp-key', '-us', r`[a-f0-9]{32}-us\d{1,2}`),
  token('resend-key', 're_', r`re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}`),
  token('brevo-key', 'xkeysib-', r`xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}`),
  // Money and shops
  token(
    'stripe-key',
    'sk_ rk_ whsec_',
    r`[sr]k_(?:test|live|prod)_[A-Za-z0-9]{10,250}|whsec_[A-Za-z0-9+/]{24,80}={0,2}`,
  ),
  token('shopify-token', 'shp', r`shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}`),
  token('square-token', 'sq0 eaaa', r`sq0(?:atp|csp|idp)-[\w-]{22,43}|EAAA[\w-]{56,64}`),
  token('plaid-token', 'access-', r`access-(?:sandbox|development|production)-${UUID}`),
  // Work
  token('linear-key', 'lin_', r`lin_(?:api|oauth)_[A-Za-z0-9]{32,64}`),
  token('notion-key', 'ntn_ secret_', r`ntn_\d{11}[A-Za-z0-9]{32,36}|secret_[A-Za-z0-9]{43}`),
  token('airtable-token', 'pat', r`pat[A-Za-z0-9]{14}\.[a-f0-9]{64}`),
  token('figma-token', 'figd_', r`figd_[\w-]{38,44}`),
  token('postman-key', 'pmak-', r`PMAK-[a-f0-9]{24}-[a-f0-9]{34}`),
  token('hubspot-token', 'pat-', r`pat-(?:na|eu|ap)\d-${UUID}`),
  token('dropbox-token', 'sl.', r`sl\.(?:u\.)?[\w-]{120,2000}`),
  token('typeform-token', 'tfp_', r`tfp_[\w.=-]{40,70}`),
  token(
    'onepassword-key',
    'ops_ey a3-',
    r`ops_eyJ[A-Za-z0-9+/]{100,2000}={0,3}|A3-[A-Z0-9]{6}-[A-Z0-9]{6}-?[A-Z0-9]{5}(?:-[A-Z0-9]{5}){3}`,
  ),
  // Watching and running
  token('sentry-token', 'sntry', r`sntrys_eyJ[A-Za-z0-9+/=_-]{40,400}|sntryu_[a-f0-9]{64}`),
  token(
    'grafana-token',
    'glc_ glsa_',
    r`glc_[A-Za-z0-9+/]{32,400}={0,2}|glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}`,
  ),
  token('newrelic-key', 'nrak- nrii- nrjs-', r`NRAK-[A-Z0-9]{27}|NRII-[\w-]{32}`),
  named(
    'datadog-key',
    'datadog dd_ dd-',
    r`datadog|dd[_-](?:api|app(?:lication)?)[_-]key`,
    r`[a-f0-9]{32}(?:[a-f0-9]{8})?`,
  ),
  token('posthog-key', 'phx_', r`phx_[A-Za-z0-9]{40,60}`),
  token('vault-token', 'hvs. hvb. hvr.', r`hv[sbr]\.[\w-]{24,300}`),
  named('vault-token', 'vault', r`vault[\w-]{0,12}token`, r`s\.[A-Za-z0-9]{24}`),
  token('terraform-token', '.atlasv1.', r`[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,70}`),
  token('pulumi-token', 'pul-', r`pul-[a-f0-9]{40}`),
  token(
    'doppler-token',
    'dp.',
    r`dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}`,
  ),
  token('age-key', 'age-secret-key-1', r`AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}`),
  // Any service
  context('jwt', 'eyj', 'shape', r`(?<![\w-])eyJ[\w-]{10,4000}\.eyJ[\w-]{10,8000}\.[\w-]{10,4000}`),
  context(
    'url-password',
    '://',
    'password',
    r`(?<keep>(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}://[^\s:@/?#"'<>\x60[\]]{0,100}:)[^\s/?#"'<>\x60()[\]]{1,200}(?=@[\w.[-])`,
  ),
  context(
    'basic-auth',
    ['basic '],
    'shape',
    r`(?<keep>authorization["']?[ \t]{0,4}[:=,][ \t]{0,4}["'\x60]?basic[ \t]{1,4})[A-Za-z0-9+/]{8,400}={0,2}`,
  ),
  context(
    'bearer-token',
    ['bearer '],
    'random',
    r`(?<keep>\bbearer[ \t]{1,4})[\w.~+/-]{16,4000}={0,2}`,
  ),
  context(
    'curl-user',
    ['curl '],
    'password',
    r`(?<keep>\bcurl[ \t](?:[^\n\\]|\\[\s\S]){0,160}?(?<=\s)(?:-u|--user)[ \t=]{1,4}["']?[\w.@+-]{1,64}:)[^\s"'$<>{}:]{4,200}`,
  ),
  context(
    'password',
    'passw pwd passphrase pgpass _pass -pass',
    'password',
    r`(?<keep>(?:passw(?:or)?d|passphrase|pgpass|(?<=[_-])pass|(?<![a-z])pwd)(?:[_-]?(?:value|prod|production|live|test|dev|staging|\d{1,3}))?["'\x60]?(?:[ \t]{0,8}(?:=>|:=|==?|:)[ \t]{0,8}|[ \t]is[ \t]|(?<=--\w{1,20})[ \t]))(?:"[^"\n]{6,200}(?=")|'[^'\n]{6,200}(?=')|\x60[^\x60\n]{6,200}(?=\x60)|(?=(?<whole>[^\s"'\x60<>(){}[\];,]{6,200}))\k<whole>(?=[\s"'\x60>)}\];,]|$))`,
  ),
  // In a sentence: "das Passwort für staging ist …", "la contraseña es …", "密码是…"
  context(
    'password',
    [
      'password',
      'passwort',
      'kennwort',
      'mot de passe',
      'mdp',
      'contraseña',
      'senha',
      '密码',
      '口令',
      'パスワード',
    ],
    'password',
    r`(?<keep>(?:(?<![a-z\u00c0-\u00ff])(?:password|passwort|kennwort|mot de passe|mdp|contrase\u00f1a|senha)(?:[ \t](?:for|of|on|f\u00fcr|vom|von|de|del|da|do|pour)(?:[ \t](?:the|our|den|die|das|la|le|el|o|a))?(?:[ \t][\w\u00c0-\u00ff.-]{1,30}){1,3}){0,2}(?:[ \t]?[:=][ \t]?|[ \t](?:is|ist|lautet|est|es|\u00e9)[ \t]?[:=]?[ \t]?)|(?:\u5bc6\u7801|\u53e3\u4ee4|\u30d1\u30b9\u30ef\u30fc\u30c9)[ \t]?(?:\u662f|\u4e3a|\u306f|\uff1a|:|=)[ \t]?)["'\x60]?)(?=(?<whole>[^\s"'\x60<>(){}[\];,\uff0c\u3002\u3001]{6,200}))\k<whole>`,
  ),
  {
    ...context(
      'generic-secret',
      'key secret token credential',
      'random',
      r`(?<keep>(?:(?:api|access|auth|secret|private|encryption|signing|master|account|admin|service|license|deploy|webhook|session|app|jwt|hmac)[_ -]?key|secret|token|credentials?)(?:[_-]?(?:key|token|secret|value|base64|b64|raw|prod|production|live|test|dev|staging|\d{1,3}))?["'\x60]?(?:[ \t]{0,8}(?:=>|:=|==?|:|,(?=[ \t]?["']))[ \t]{0,8}|[ \t]is[ \t]|(?<=--[\w-]{1,24})[ \t])["'\x60]?)(?=(?<whole>[\w+/=.~!@%^&*-]{10,1000}))\k<whole>(?![({<[])`,
    ),
    signs: ASSIGNING,
  },
]
