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
  /**
   * Test of the value. `shape`: it has a known shape; `random`, `password`: only its name and look
   * tell; `stated`: what stands before it says so well that a placeholder alone is none; `strong`:
   * a password in a sentence; `told`: as `strong`, as `password` behind a sign.
   */
  check: 'shape' | 'random' | 'password' | 'stated' | 'strong' | 'told'
  /** Signs (lower case) without which a text is not searched, nor the pattern compiled. */
  signs?: readonly string[]
}

/** A token that its look gives away; it stands alone, or next to `-` and `_`. */
function token(row: string): Rule {
  const [id = '', keywords = '', pattern = ''] = row.split('  ')
  const bounded = `(?<![A-Za-z0-9])(?:${pattern})(?![A-Za-z0-9])`
  return { id, keywords: keywords.split(' '), pattern: bounded, flags: 'g', check: 'shape' }
}

/** A value that only the name before it gives away: `name = value`, `"name": "value"`. */
function named(id: string, keywords: string, name: string, value: string): Rule {
  const pattern = `(?<keep>(?:${name})${ASSIGN})(?:${value})(?![A-Za-z0-9])`
  return { id, keywords: keywords.split(' '), pattern, flags: 'gi', check: 'shape' }
}

/** A pattern of its own, read without regard to case; `keywords` is a list where one has a space. */
export function context(
  id: string,
  keywords: string | string[],
  check: Rule['check'],
  pattern: string,
): Rule {
  const list = typeof keywords === 'string' ? keywords.split(' ') : keywords
  return { id, keywords: list, pattern, flags: 'gi', check }
}

/** A quotation mark that may stand in JSON within a text. */
export const QUOTE = String.raw`\\?["'\x60]`

const ASSIGN = String.raw`[\w.-]{0,24}(?:${QUOTE})?\]?[ \t]{0,8}(?:=>|:=|==?|:|,|[ \t]is[ \t])[ \t]{0,8}(?:${QUOTE})?`

/** A universally unique id, as the source of a regular expression. */
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

const r = String.raw

/** A token a line: id, keywords, pattern, with two blanks between. What begins with `#` is a heading. */
const TOKENS = r`
# Clouds
aws-access-key-id  akia asia abia acca a3t  (?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}
aws-bedrock-key  absk  ABSK[A-Za-z0-9+/]{100,300}={0,2}
google-api-key  aiza  AIza[\w-]{35}
google-oauth  gocspx- ya29. 1//0  GOCSPX-[\w-]{28}|ya29\.[\w-]{20,2000}|1//0[\w-]{40,120}
azure-client-secret  q~  [\w~.]{3}\dQ~[\w~.-]{31,34}
digitalocean-token  doo_v1_ dop_v1_ dor_v1_ dot_v1_  do[oprt]_v1_[a-f0-9]{64}
alibaba-key-id  ltai  LTAI[A-Za-z0-9]{20}
heroku-key  hrku-  HRKU-(?:AA[\w-]{58}|${UUID})
cloudflare-origin-key  v1.0-  v1\.0-[a-f0-9]{24}-[a-f0-9]{146}
databricks-token  dapi  dapi[a-f0-9]{32}(?:-\d)?
fly-token  fo1_ fm1_ fm2_  fo1_[\w-]{43}|fm[12][ar]?_[A-Za-z0-9+/]{100,2000}={0,3}
netlify-token  nfp_  nfp_[A-Za-z0-9]{36,40}
vercel-token  vcp_ vci_ vca_ vcr_ vck_  vc[picark]_[A-Za-z0-9]{24,80}
supabase-key  sbp_ sb_secret_  sbp_[a-f0-9]{40}|sb_secret_[\w-]{20,80}
planetscale-token  pscale_  pscale_(?:tkn|pw|oauth)_[\w=.-]{32,64}
render-key  rnd_  rnd_[A-Za-z0-9]{28,40}
tailscale-key  tskey-  tskey-[a-z]{2,12}-[A-Za-z0-9-]{16,80}
scaleway-key  scw  SCW[A-Z0-9]{17}
tencent-key-id  akid  AKID[A-Za-z0-9]{32}
aws-appsync-key  da2-  da2-[a-z0-9]{26}
amazon-key  amzn  amzn\.mws\.${UUID}|amzn1\.oa2-cs\.v1\.[a-f0-9]{64}
azure-devops-token  azdo  [A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}
azure-ai-key  jqqj99  [A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{26}
yandex-key  aqvn  AQVN[\w-]{35,38}
clickhouse-key  4b1d  4b1d[A-Za-z0-9]{38}
confluent-key  cflt  cflt[A-Za-z0-9+/]{60}
convex-key  prod: dev: preview: project:  (?:prod|dev|preview|project):[\w-]{3,60}\|[A-Za-z0-9+/=_-]{40,400}
neon-key  napi_  napi_[a-z0-9]{64}
prefect-key  pnu_  pnu_[a-z0-9]{36}
harness-token  pat. sat.  [ps]at\.[\w-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}
octopus-key  api-  API-[A-Z0-9]{26}
openshift-token  sha256~  sha256~[\w-]{43}
docker-swarm-token  swmtkn- swmkey-  SWMTKN-1-[a-z0-9]{50}-[a-z0-9]{25}|SWMKEY-1-[A-Za-z0-9+/]{43}
dynatrace-token  dt0  dt0[a-z]\d{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}
infracost-key  ico-  ico-[A-Za-z0-9]{32}
scalingo-token  tk-us-  tk-us-[\w-]{48}
xata-key  xau_  xau_[A-Za-z0-9]{36,44}
# Code and packages
github-token  ghp_ gho_ ghu_ ghs_ ghr_  gh[pousr]_[A-Za-z0-9]{36,255}
github-fine-grained-token  github_pat_  github_pat_\w{36,255}
gitlab-token  gl gr1348941  gl(?:pat|ptt|dt|rt|rtr|cbt|ft|agent|oas|soat|imt|ffct)-[\w.-]{20,300}|GR1348941[\w-]{20}
bitbucket-token  atbb  ATBB[A-Za-z0-9]{28,36}
atlassian-token  atatt3  ATATT3[\w=-]{60,300}
npm-token  npm_  npm_[A-Za-z0-9]{36}
pypi-token  pypi-  pypi-[\w-]{50,400}
rubygems-key  rubygems_  rubygems_[a-f0-9]{48}
crates-token  cio  cio[A-Za-z0-9]{32}
docker-token  dckr_  dckr_[op]at_[\w-]{27,60}
artifactory-key  akcp cmvmd  AKCp[A-Za-z0-9]{69}|cmVmd[A-Za-z0-9]{59}
circleci-token  ccipat_  CCIPAT_[A-Za-z0-9]{16,30}_[A-Fa-f0-9]{40}
buildkite-token  bkua_  bkua_[a-f0-9]{40}
clojars-token  clojars_  CLOJARS_[a-z0-9]{60}
sourcegraph-token  sgp_  sgp_(?:[a-fA-F0-9]{16}_|local_)?[a-fA-F0-9]{40}
sonar-token  squ_ sqp_ sqa_  sq[upa]_[a-f0-9]{40}
nuget-key  oy2  oy2[a-z0-9]{43}
packagist-token  packagist_  packagist_[ou][rua]t_[a-f0-9]{68}
deno-token  ddp_ ddw_ ddo_  dd[pwo]_[A-Za-z0-9]{36}
launchdarkly-key  sdk- api- mob-  (?<!/)(?:sdk|api|mob)-${UUID}
# Models
anthropic-key  sk-ant-  sk-ant-[\w-]{20,300}
openrouter-key  sk-or-  sk-or-(?:v\d-)?[A-Za-z0-9]{40,80}
langfuse-key  sk-lf-  sk-lf-${UUID}
openai-key  sk-proj- sk-svcacct- sk-admin- t3blbkfj  sk-(?:(?:proj|svcacct|admin|None)-[\w-]{20,300}|[\w-]{10,160}T3BlbkFJ[\w-]{10,160})
sk-key  sk-  (?<!-)sk-[A-Za-z0-9]{32,64}
huggingface-token  hf_ api_org_  (?:hf|api_org)_[A-Za-z0-9]{30,40}
groq-key  gsk_  gsk_[A-Za-z0-9]{40,60}
xai-key  xai-  xai-[A-Za-z0-9]{60,90}
perplexity-key  pplx-  pplx-[A-Za-z0-9]{40,60}
replicate-token  r8_  r8_[A-Za-z0-9]{37,40}
langsmith-key  lsv2_  lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}
nvidia-key  nvapi-  nvapi-[\w-]{50,80}
pinecone-key  pcsk_  pcsk_[A-Za-z0-9]{5,8}_[A-Za-z0-9]{50,70}
tavily-key  tvly-  tvly-(?:dev-|prod-)?[A-Za-z0-9]{20,44}
elevenlabs-key  sk_  sk_[a-f0-9]{48}
together-key  tgp_v1_  tgp_v1_[\w-]{40,46}
cerebras-key  csk-  csk-[a-z0-9]{48}
firecrawl-key  fc-  fc-[a-f0-9]{32}
jina-key  jina_  jina_[a-f0-9]{32}[\w-]{20,40}
fireworks-key  fw_  fw_(?=[A-Za-z]{0,21}\d)[A-Za-z0-9]{22,32}
novita-key  sk_  sk_(?=[A-Za-z]{0,42}\d)[A-Za-z0-9]{43}
cursor-key  key_  key_[a-f0-9]{64}
svc-hook-key  svc-hook-key-  svc-hook-key-[\w-]{32}
modal-token  ak- as-  a[ks]-(?=[A-Za-z]{0,21}\d)[A-Za-z0-9]{22}
wandb-key  wandb_v1_  wandb_v1_\w{40,120}
e2b-key  e2b_  e2b_[a-f0-9]{40}
# Messages and mail
slack-token  xox xapp-  xox[abceoprs](?:-\d)?[-.][A-Za-z0-9-]{16,260}|xapp-\d-[A-Z0-9]+-\d+-[a-z0-9]{20,90}
slack-webhook  hooks.slack.com  hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{30,80}
discord-webhook  discord  discord(?:app)?\.com/api/webhooks/\d{15,22}/[\w-]{50,90}
discord-token  discord bot token  [MNO][A-Za-z0-9_-]{23,27}\.[\w-]{6}\.[\w-]{27,40}
telegram-token  :aa  (?:bot)?\d{8,10}:AA[\w-]{32,34}
twilio-key  sk  SK[0-9a-f]{32}
sendgrid-key  sg.  SG\.[\w-]{16,32}\.[\w-]{32,64}
mailgun-key  key- mailgun  (?<![-_./])key-[a-f0-9]{32}|[a-f0-9]{32}-[a-f0-9]{8}-[a-f0-9]{8}
mailchimp-key  -us  [a-f0-9]{32}-us\d{1,2}
resend-key  re_  re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}
brevo-key  xkeysib-  xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}
fcm-key  apa91b  AAAA[\w-]{7}:APA91b[\w-]{100,180}
facebook-token  eaa  EAA[A-Z][A-Za-z0-9]{80,300}
mandrill-key  md-  md-[\w-]{22}
webhook  hooks.zapier.com webhook.office.com  hooks\.zapier\.com/hooks/catch/\d{5,10}/[a-z0-9]{5,12}|webhook\.office\.com/webhookb2/${UUID}@${UUID}/IncomingWebhook/[a-f0-9]{32}/${UUID}
make-webhook  .make.com/  hook\.[a-z]{2}\d\.make\.com/[a-z0-9]{24,40}
ifttt-webhook  maker.ifttt.com  maker\.ifttt\.com/trigger/[\w-]{1,80}(?:/json)?/with/key/[\w-]{20,50}
feishu-webhook  /open-apis/bot/  open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/v2/hook/${UUID}
pipedream-webhook  .m.pipedream.net  (?=[a-z]{0,19}\d)[a-z0-9]{13,20}\.m\.pipedream\.net
chat-webhook  /hooks/ /webhook/ /webhook-test/  [\w.-]{3,80}(?::\d{2,5})?/(?:hooks/(?=[a-z]{0,25}\d)[a-z0-9]{26}|(?:(?<=n8n[\w.-]{0,60}(?::\d{2,5})?/|:5678/)webhook|webhook-test)/${UUID})
# Money and shops
stripe-key  sk_ rk_ whsec_  [sr]k_(?:test|live|prod)_[A-Za-z0-9]{10,250}|whsec_[A-Za-z0-9+/]{24,80}={0,2}
shopify-token  shp  shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}
square-token  sq0 eaaa  sq0(?:atp|csp|idp)-[\w-]{22,43}|EAAA[\w-]{56,64}
plaid-token  access-  access-(?:sandbox|development|production)-${UUID}
braintree-token  access_token$  access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}
flutterwave-key  flwseck  FLWSECK(?:_TEST)?-[a-f0-9]{12,40}(?:-X)?
razorpay-key  rzp_  rzp_(?:live|test)_[A-Za-z0-9]{14}
shippo-token  shippo_  shippo_(?:live|test)_[a-fA-F0-9]{40}
easypost-key  ezak ezt  EZ[AT]K[A-Za-z0-9]{54}
duffel-token  duffel_  duffel_(?:live|test)_[\w=-]{43}
maxmind-key  _mmk  [A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk
# Work
linear-key  lin_  lin_(?:api|oauth)_[A-Za-z0-9]{32,64}
notion-key  ntn_ secret_  ntn_[A-Za-z0-9]{40,50}|secret_[A-Za-z0-9]{43}
airtable-token  pat  pat[A-Za-z0-9]{14}\.[a-f0-9]{64}
figma-token  figd_  figd_[\w-]{38,44}
postman-key  pmak-  PMAK-[a-f0-9]{24}-[a-f0-9]{34}
hubspot-token  pat-  pat-(?:na|eu|ap)\d-${UUID}
dropbox-token  sl.  sl\.(?:u\.)?[\w-]{120,2000}
typeform-token  tfp_  tfp_[\w.=-]{40,70}
onepassword-key  ops_ey a3-  ops_eyJ[A-Za-z0-9+/]{100,2000}={0,3}|A3-[A-Z0-9]{6}-[A-Z0-9]{6}-?[A-Z0-9]{5}(?:-[A-Z0-9]{5}){3}
asana-token  asana 0/ 1/ 2/  [012]/\d{16}(?:/\d{16})?:[a-f0-9]{32}
trello-token  atta  ATTA[a-f0-9]{72}
clickup-token  pk_  pk_\d{6,9}_[A-Z0-9]{32}
contentful-token  cfpat-  CFPAT-[\w-]{43}
intercom-token  dg9ro  dG9rO[A-Za-z0-9+/]{50,80}={0,2}
readme-key  rdme_  rdme_[a-z0-9]{70}
mapbox-token  sk.eyj  sk\.eyJ[\w-]{20,200}\.[\w-]{20,40}
# Watching and running
sentry-token  sntry  sntrys_eyJ[A-Za-z0-9+/=_-]{40,400}|sntryu_[a-f0-9]{64}
grafana-token  glc_ glsa_  glc_[A-Za-z0-9+/]{32,400}={0,2}|glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}
newrelic-key  nrak- nrii- nrjs-  NRAK-[A-Z0-9]{27}|NRII-[\w-]{32}
posthog-key  phx_  phx_[A-Za-z0-9]{40,60}
vault-token  hvs. hvb. hvr.  hv[sbr]\.[\w-]{24,300}
terraform-token  .atlasv1.  [A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,70}
pulumi-token  pul-  pul-[a-f0-9]{40}
doppler-token  dp.  dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}
age-key  age-secret-key-1  AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}
newrelic-license-key  nral  [a-f0-9]{36}NRAL
honeycomb-key  hcaik_ hcalk_  hca[il]k_[a-z0-9]{58}
nostr-key  nsec1  nsec1[a-z0-9]{58}
`

/** A word as those of a wallet; a number may stand before it. */
const SEED_WORD = r`(?!(?:the|and|for|with|are|was|not|from|but)(?![a-z]))[a-z]{3,8}`
const NUMBER = r`(?:\d{1,2}[.):][ \t]{0,2})?`

/**
 * Kinds of secrets that their look, or a name of their own, gives away, most telling first. The choice of kinds and the idea of keywords before
 * patterns follow gitleaks (https://github.com/gitleaks/gitleaks, MIT licence); the patterns are
 * written from the vendors' token formats.
 */
export const SHAPES: readonly Rule[] = [
  ...TOKENS.split('\n')
    .filter(row => row !== '' && !row.startsWith('#'))
    .map(token),
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
  named(
    'azure-key',
    'accountkey sharedaccesskey',
    r`AccountKey|SharedAccessKey`,
    r`[A-Za-z0-9/+]{43,86}={1,2}`,
  ),
  context('azure-sas', 'sig=', 'shape', r`(?<keep>[?&]sig=)[A-Za-z0-9%/+]{40,80}(?:%3D|=)?`),
  named('heroku-key', 'heroku', r`heroku`, UUID),
  named('cloudflare-key', 'cloudflare cf_api', r`cloudflare|cf_api`, r`[\w-]{40}|[a-f0-9]{37}`),
  named('vercel-token', 'vercel', r`vercel[\w-]{0,12}token`, r`[A-Za-z0-9]{24}`),
  context(
    'npmrc-auth',
    '_auth _password',
    'shape',
    r`(?<keep>:_(?:authToken|auth|password)(?:[ \t]{0,4}=[ \t]{0,4}|[ \t]{1,4})["']?)[A-Za-z0-9+/=_.-]{12,400}`,
  ),
  context(
    'docker-auth',
    '"auth"',
    'shape',
    r`(?<keep>"auth"\s{0,4}:\s{0,4}")[A-Za-z0-9+/]{16,400}={0,2}(?=")`,
  ),
  named('wandb-key', 'wandb', r`wandb`, r`[a-f0-9]{40}`),
  named('voyage-key', 'voyage', r`voyage`, r`pa-[\w-]{43}`),
  named('twilio-token', 'twilio', r`twilio[\w-]{0,12}(?:token|secret)`, r`[0-9a-f]{32}`),
  named('lob-key', 'lob', r`lob[\w-]{0,8}key`, r`(?:live|test)_[a-f0-9]{35}`),
  named('okta-token', 'okta', r`okta`, r`00[\w-]{40}`),
  named(
    'datadog-key',
    'datadog dd_ dd-',
    r`datadog|dd[_-](?:api|app(?:lication)?)[_-]key`,
    r`[a-f0-9]{32}(?:[a-f0-9]{8})?`,
  ),
  named('vault-token', 'vault', r`vault[\w-]{0,12}token`, r`s\.[A-Za-z0-9]{24}`),
  named('pagerduty-key', 'pagerduty', r`pagerduty`, r`[uy][+_][\w+-]{18}`),
  context(
    'mnemonic',
    'mnemonic seed wallet recovery backup',
    'shape',
    r`(?<keep>\b(?:mnemonic|seed|recovery|backup|wallet)(?:[ _-]?(?:mnemonic|seed|phrase|words)){0,2}(?:${QUOTE})?\s{0,4}(?:[:=]|is)?\s{0,4}(?:${QUOTE})?)(?:${NUMBER}${SEED_WORD}[ ,\r\n]{1,4}){11,23}${NUMBER}${SEED_WORD}(?![a-z])`,
  ),
  context(
    'recovery-codes',
    ['recovery', 'backup'],
    'shape',
    r`(?<keep>\b(?:recovery|backup)[ _-]codes?(?:${QUOTE})?[ \t]{0,4}(?:[:=]|is|are)\s{0,8})(?=[a-z]{0,5}-?[a-z]{0,5}\d)(?:[a-z0-9]{4,6}-[a-z0-9]{4,6}[\s,;]{0,4}){1,20}`,
  ),
  {
    ...context(
      'totp-secret',
      ['otp', '2fa', 'mfa', 'authenticator', 'setup key'],
      'shape',
      r`(?<keep>\b(?:TOTP|2FA|MFA|OTP|[Aa]uthenticator|[Ss]etup)(?:[ _-](?:[Ss]etup|[Ss]ecret|[Kk]ey|[Ss]eed|[Cc]ode)){0,3}[ \t]{0,4}(?:[:=]|is)[ \t]{0,4}["'\x60]?)[A-Z2-7]{4}(?:[ -][A-Z2-7]{4}){3,15}`,
    ),
    flags: 'g',
  },
  {
    ...context(
      'pin',
      ['pin ', 'pin:', 'pin='],
      'shape',
      r`(?<keep>\bPIN(?:[ \t](?:code|for|of|f\u00fcr|vom|von|de|del|da)\b[^\n:=.;]{0,40})?(?:[ \t]?[:=][ \t]?|[ \t](?:is|ist|lautet|est|es)[ \t]))\d{4,8}(?![\w.-])`,
    ),
    flags: 'g',
  },
  {
    ...context(
      'password-hash',
      ['$1$', '$5$', '$6$', '$y$', '$2a$', '$2b$', '$2y$', 'apr1$', '$argon2'],
      'shape',
      r`\$(?:(?:apr1|[156])\$(?:rounds=\d{1,9}\$)?[./\w]{1,16}\$[./\w]{22,86}|y\$[./\w]{1,8}\$[./\w]{1,86}\$[./\w]{43}|2[aby]\$\d\d\$[./\w]{53}|argon2(?:id?|d)\$v=\d{1,3}\$[\w=,]{1,60}\$[\w+/]{8,100}\$[\w+/]{16,200})`,
    ),
    flags: 'g',
  },
]

const PLACEHOLDER =
  /your|example|placeholder|change.?me|dummy|sample|redacted|insert|replace|\.\.\.|<|\$\{|\{\{|process\.env|os\.environ|secrets?\.|(?:^|[^a-z])(?:none|null|undefined|true|false|todo|tbd)(?:$|[^a-z])/i
const BLANKED = /x{4}|\*{3}|\u2022{3}|(.)\1{6}/i
const WEAK =
  /^(?:1password|(?:my|the|some|test|a)?[-_]?(?:pass(?:word|wd|phrase)?|pwd|secret|token|api[-_]?key|key|user|string|bearer)[-_]?\d{0,3})$/i

/** Names of methods, and keys that are pressed: `AES-256-GCM`, `Ctrl+Shift+K`. */
const METHOD =
  /^(?:(?:aes|rsa|des|chacha|ecdsa|hmac|sha)[-_]?\d{2,5}(?:[-_][a-z0-9]{2,8}){0,2}|(?:ctrl|control|cmd|alt|shift|super|meta|option|win)\+\S{1,30})$/i

/** Shannon entropy of a text in bits per character; 0 for an empty text. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values())
    bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

/** True for a token whose characters are crossed out: `ghp_xxxxxxxx`, `sk-****`. */
export function isCrossedOut(value: string): boolean {
  return /x{6}|\*{3}|\.{3}|your[-_]/i.test(value)
}

/** True for what documents write in place of a secret: `YOUR_API_KEY`, `${TOKEN}`, `changeme`. */
export function isPlaceholder(value: string): boolean {
  return [PLACEHOLDER, BLANKED, WEAK, METHOD].some(pattern => pattern.test(value))
}

/** True where letters and digits mix as in a generated key, not as in a name such as `sha256Sum`. */
export function isRandom(value: string): boolean {
  if (isScrambled(value, 24)) return entropyOf(value) >= 3.8
  if (value.length < 10 || !/[0-9]/.test(value) || !/[A-Za-z]/.test(value)) return false
  if (isDottedName(value) || isWordy(value)) return false
  return entropyOf(value) >= (value.length < 20 ? 2.9 : 3)
}

function isDottedName(value: string): boolean {
  return /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(value) && entropyOf(value) < 4.5
}

/** Not hex, digits not strewn in; words make up most of it, with the share of vowels that language has (random letters: .19). */
export function isWordy(value: string): boolean {
  if (value.length >= 12 && /^[0-9a-f]+$/i.test(value)) return false
  if ((value.match(/[A-Za-z][0-9]+(?=[A-Za-z])/g)?.length ?? 0) >= 2) return false
  const words = value.match(/[A-Z]?[a-z]{3,}|[A-Z]{4,}/g)?.join('') ?? ''
  const letters = value.replace(/[^A-Za-z]/g, '')
  const vowels = letters.replace(/[^aeiou]/gi, '')
  const digits = value.replace(/[^0-9]/g, '')
  const share = words.length / (value.length - digits.length || 1)
  return share >= 0.55 && vowels.length / letters.length >= 0.27
}

/** Letters alone, large and small ones mixed as in no name. */
export function isScrambled(value: string, least: number): boolean {
  return value.length >= least && /^(?=.*[a-z])(?=.*[A-Z])[A-Za-z]+$/.test(value) && !isWordy(value)
}
