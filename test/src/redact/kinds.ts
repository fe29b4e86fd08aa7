import { createRandom } from './samples.js'
import { fillTemplates, fillValue, type MadeLine } from './made.js'

/**
 * Kinds of secrets by which rules are fitted, as `kind | the name that it bears | its value`. Without
 * a name it is known by its look alone.
 */
const KINDS = String.raw`
aws-access-key | | AKIA{b32:16}
aws-secret-key | AWS_SECRET_ACCESS_KEY | {b64:40}
aws-appsync | | da2-{low:26}
aws-mws | | amzn.mws.{uuid}
aws-lwa | | amzn1.oa2-cs.v1.{hex:64}
gcp-api-key | | AIza{url:35}
gcp-oauth-secret | | GOCSPX-{url:28}
azure-ad-secret | | {word:3}8Q~{word:34}
azure-devops-pat | | {word:76}AZDO{word:4}
azure-openai | | {word:52}JQQJ99{word:26}
digitalocean | | dop_v1_{hex:64}
alibaba | | LTAI{word:20}
tencent | | AKID{word:32}
scaleway | SCW_SECRET_KEY | {uuid}
linode | LINODE_API_TOKEN | {hex:64}
hetzner | HCLOUD_API_TOKEN | {word:64}
yandex | | AQVN{url:36}
clickhouse | | 4b1d{word:38}
confluent | | cflt{b64:60}
neon | | napi_{low:64}
heroku | HEROKU_API_KEY | {uuid}
fly | | fm2_{b64:200}
railway | RAILWAY_TOKEN | {uuid}
netlify | | nfp_{word:40}
vercel | VERCEL_TOKEN | {word:24}
supabase | | sbp_{hex:40}
planetscale | | pscale_tkn_{url:43}
render | | rnd_{word:32}
tailscale | | tskey-auth-{word:12}-{word:32}
cloudflare | CLOUDFLARE_API_TOKEN | {url:40}
databricks | | dapi{hex:32}
prefect | | pnu_{low:36}
harness | | pat.{url:22}.{hex:24}.{word:20}
octopus | | API-{up:26}
openshift | | sha256~{url:43}
docker-swarm | | SWMTKN-1-{low:50}-{low:25}
dynatrace | | dt0c01.{up:24}.{up:64}
terraform-cloud | | {word:14}.atlasv1.{url:67}
pulumi | | pul-{hex:40}
doppler | | dp.pt.{word:43}
vault | | hvs.{url:90}
infracost | | ico-{word:32}
github | | ghp_{word:36}
github-fine | | github_pat_{word:22}_{word:59}
gitlab | | glpat-{url:20}
bitbucket | | ATBB{word:32}
atlassian | | ATATT3{url:186}
trello | | ATTA{hex:72}
sourcegraph | | sgp_{hex:40}
npm | | npm_{word:36}
pypi | | pypi-AgEIcHlwaS5vcmc{url:90}
rubygems | | rubygems_{hex:48}
nuget | | oy2{low:43}
crates | | cio{word:32}
packagist | | packagist_ort_{hex:68}
deno | | ddp_{word:36}
clojars | | CLOJARS_{low:60}
artifactory | | AKCp{word:69}
docker-hub | | dckr_pat_{url:27}
circleci | | CCIPAT_{word:22}_{hex:40}
buildkite | | bkua_{hex:40}
sonarqube | | squ_{hex:40}
snyk | SNYK_TOKEN | {uuid}
codecov | CODECOV_TOKEN | {uuid}
openai | | sk-proj-{url:74}T3BlbkFJ{url:74}
anthropic | | sk-ant-api03-{url:93}AA
openrouter | | sk-or-v1-{hex:64}
huggingface | | hf_{word:34}
groq | | gsk_{word:52}
xai | | xai-{word:80}
perplexity | | pplx-{word:48}
replicate | | r8_{word:37}
nvidia | | nvapi-{url:64}
pinecone | | pcsk_{word:6}_{word:63}
tavily | | tvly-dev-{word:32}
elevenlabs | | sk_{hex:48}
voyage | VOYAGE_API_KEY | pa-{url:43}
together | | tgp_v1_{url:43}
cerebras | | csk-{low:48}
svc-hook-key | | svc-hook-key-{url:32}
firecrawl | | fc-{hex:32}
jina | | jina_{hex:32}{url:32}
langsmith | | lsv2_pt_{hex:32}_{hex:10}
wandb | WANDB_API_KEY | {hex:40}
mistral | MISTRAL_API_KEY | {word:32}
cohere | CO_API_KEY | {word:40}
e2b | | e2b_{hex:40}
slack | | xoxb-{dig:12}-{dig:12}-{word:24}
slack-webhook | | https://hooks.slack.com/services/T{up:8}/B{up:8}/{word:24}
discord | DISCORD_BOT_TOKEN | M{word:23}.{word:6}.{url:38}
discord-webhook | | https://discord.com/api/webhooks/{dig:18}/{url:68}
telegram | | {dig:9}1:AA{url:33}
teams | | https://acme.webhook.office.com/webhookb2/{uuid}@{uuid}/IncomingWebhook/{hex:32}/{uuid}
zapier | | https://hooks.zapier.com/hooks/catch/{dig:7}/{low:7}/
twitter-bearer | | AAAAAAAAAAAAAAAAAAAAA{word:10}%2B{word:70}
twitter-secret | TWITTER_CONSUMER_SECRET | {word:50}
facebook | | EAAC{word:120}
fcm | | AAAA{url:7}:APA91b{url:134}
twilio | TWILIO_AUTH_TOKEN | {hex:32}
sendgrid | | SG.{url:22}.{url:43}
mailgun | | key-{hex:32}
mailchimp | | {hex:32}-us12
brevo | | xkeysib-{hex:64}-{word:16}
mandrill | MANDRILL_API_KEY | md-{url:22}
postmark | POSTMARK_API_TOKEN | {uuid}
resend | | re_{word:8}_{word:24}
stripe | | sk_live_{word:24}
stripe-webhook | | whsec_{word:32}
shopify | | shpat_{hex:32}
square | | sq0csp-{url:43}
paypal-braintree | | access_token$production{dollar}{low:16}{dollar}{hex:32}
flutterwave | | FLWSECK-{hex:32}-X
razorpay | | rzp_live_{word:14}
shippo | | shippo_live_{hex:40}
easypost | | EZAK{word:54}
duffel | | duffel_live_{url:43}
lob | LOB_API_KEY | live_{hex:35}
plaid | PLAID_SECRET | {hex:30}
coinbase | COINBASE_SECRET | {word:64}
asana | | 1/{dig:16}:{hex:32}
linear | | lin_api_{word:40}
notion | | ntn_{dig:11}{word:35}
airtable | | pat{word:14}.{hex:64}
clickup | | pk_{dig:8}_{up:32}
figma | | figd_{url:40}
contentful | | CFPAT-{url:43}
hubspot | | pat-na1-{uuid}
intercom | | dG9rO{b64:54}=
typeform | | tfp_{url:44}
postman | | PMAK-{hex:24}-{hex:34}
readme | | rdme_{low:70}
mapbox | | sk.eyJ1Ijoi{url:60}.{url:22}
maxmind | | {word:6}_{word:29}_mmk
algolia | ALGOLIA_ADMIN_KEY | {hex:32}
okta | OKTA_API_TOKEN | 00{url:40}
launchdarkly | | sdk-{uuid}
segment | SEGMENT_WRITE_KEY | {word:32}
datadog | DATADOG_APP_KEY | {hex:40}
newrelic | | NRAK-{up:27}
newrelic-license | | {hex:36}NRAL
sentry | | sntryu_{hex:64}
grafana | | glsa_{word:32}_{hex:8}
honeycomb | | hcaik_{low:58}
rollbar | ROLLBAR_ACCESS_TOKEN | {hex:32}
posthog | | phx_{word:43}
pagerduty | PAGERDUTY_API_KEY | u+{url:18}
onepassword | | ops_eyJ{b64:260}
age | | AGE-SECRET-KEY-1{age:58}
nostr | | nsec1{low:58}
jwt | | {jwt}
django | DJANGO_SECRET_KEY | {word:50}
rails-base | SECRET_KEY_BASE | {hex:128}
rails-master | RAILS_MASTER_KEY | {hex:32}
laravel | APP_KEY | base64:{b64:43}=
flask | FLASK_SECRET_KEY | {hex:48}
symfony | APP_SECRET | {hex:32}
nextauth | NEXTAUTH_SECRET | {b64:43}=
jwt-secret | JWT_SECRET | {url:48}
webhook-secret | WEBHOOK_SECRET | {hex:40}
encryption-key | ENCRYPTION_KEY | {b64:43}=
wordpress-salt | SECURE_AUTH_SALT | {word:64}
database-password | DB_PASSWORD | {pass:14}
smtp-password | SMTP_PASSWORD | {word:12}
redis-password | REDIS_PASSWORD | {word:24}
generic-token | SERVICE_ACCESS_TOKEN | {word:36}
`

const CONTEXTS: readonly [name: string, form: (name: string, value: string) => string][] = [
  ['env', (name, value) => `${name}=${value}`],
  ['export', (name, value) => `export ${name}='${value}' && ./run.sh`],
  ['json', (name, value) => `  "${name.toLowerCase()}": "${value}",`],
  ['yaml', (name, value) => `  ${name.toLowerCase()}: ${value}`],
  ['code', (name, value) => `const ${toCamel(name)} = "${value}"`],
  ['log', (name, value) => `10:00:00 INFO loaded ${name.toLowerCase()}=${value} retries=3`],
  ['lines', (name, value) => `# settings\nPORT=80\n${name}=${value}\nDEBUG=0`],
  ['quoted json', (name, value) => String.raw`{"body":"{\"${toCamel(name)}\":\"${value}\"}"}`],
  ['prose', (name, value) => `The ${name.replaceAll('_', ' ').toLowerCase()} is ${value}, use it.`],
]
/** Beside these, where the look is enough. */
const BARE: typeof CONTEXTS = [
  ['bare', (_, value) => `please take ${value} for the deploy`],
  ['command', (_, value) => `tool --with ${value} run`],
  ['list', (_, value) => `- first\n- ${value}\n- last`],
]

function toCamel(name: string): string {
  return name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** Lines as tools write them, each of a kind of its own form: `kind | text with a «secret»`. */
const LINES = String.raw`
django-insecure | SECRET_KEY = 'django-insecure-«{word:20}$k!&{word:20}»'
django-signs | SECRET_KEY = "«{word:10}(-{word:14}^@{word:10}&+{word:8}»"
rails-file | printf «{hex:32}» > config/master.key
rails-credentials | secret_key_base: '«{hex:128}»'
laravel-env | APP_KEY=base64:«{b64:43}=»
wordpress | define('NONCE_KEY', '«{word:20}|{word:10}[{word:20}»');
wordpress | define("DB_PASSWORD", "«{word:12}»");
netrc | machine git.example.org login ci password «{word:20}»
netrc | machine git.example.org\n\tlogin ci\n\tpassword «{abc:12}»
pgpass | 10.0.0.5:5432:*:app:«{word:14}»
sshpass | sshpass -p «{word:10}» ssh ops@10.0.0.5
sshpass | sshpass -p"«{pass:12}»" rsync -a x host:/y
mysql | mysql -h db -uroot -p«{word:10}» -e 'select 1'
mysql | mariadb-dump --user app -p«{word:12}» app | gzip > a.gz
mysql-env | MYSQL_PWD=«{abc:10}» mysqldump app
psql | PGPASSWORD="«{word:10}»" pg_dump app
redis | redis-cli -a «{word:20}» info
redis | masterauth «{word:24}»
cookie | Set-Cookie: session=«{word:40}»; HttpOnly; Secure
cookie | set-cookie: __Secure-next-auth.session-token=«{url:80}»; Path=/
cookie | Cookie: a=1; JSESSIONID=«{HEX:32}»; b=2
cookie | -H 'cookie: remember_token=«{word:40}»; sid=x'
cookie | curl --cookie "auth_token=«{word:40}»" https://example.org
basic-auth | Authorization: Basic «{b64:27}=»
bearer | -H "Authorization: Bearer «{url:40}»"
token-auth | Authorization: Token «{hex:40}»
token-auth | headers = {"Authorization": "ApiKey «{word:44}»"}
token-auth | Authorization: token=«{word:32}»
url-password | git clone https://ci:«{word:20}»@git.example.org/a/b.git
url-password | DATABASE_URL=mysql2://root:«{pass:12}»@10.0.0.2/app
url-token | https://«{word:40}»@api.example.org/v1
url-query | GET /v1/items?page=2&apikey=«{hex:32}»&sort=a
url-query | https://example.org/f?sig=«{url:43}»&se=2026
url-query | [reset](https://example.org/reset?token=«{url:43}»)
url-fragment | https://example.org/cb#access_token=«{url:64}»&expires_in=3600
connection-string | Server=tcp:db,1433;User ID=sa;Password=«{word:12}»;Encrypt=true
connection-string | Data Source=db;uid=app;pwd=«{word:12}»
jdbc | jdbc:mysql://db/app?user=a&password=«{word:12}»&ssl=true
xml | <password>«{word:12}»</password>
xml | <property name="connection.password" value="«{word:12}»"/>
xml | <apiKey>«{word:32}»</apiKey>
docker-login | docker login registry.example.org -u ci -p «{word:16}»
docker-login | podman login --username ci --password «{word:16}» quay.io
azure-login | az login --service-principal --username x --password «{word:34}» --tenant y
openssl | openssl pkcs12 -in a.p12 -passin pass:«{word:12}» -nodes
openssl | openssl enc -aes-256-cbc -k x -passout 'pass:«{word:12}»'
ldap | ldapmodify -x -D cn=admin -w «{word:12}» -f a.ldif
lftp | lftp -u ci,«{word:12}» sftp://host
smb | smbclient //host/share -U bob%«{word:12}»
kubectl | kubectl create secret generic a --from-literal=api-key=«{word:32}»
helm | helm upgrade a b --set db.password=«{word:12}»
aws-cli | aws configure set aws_secret_access_key «{b64:40}»
npmrc | npm config set //npm.example.org/:_authToken «{word:36}»
nuget-push | dotnet nuget push a.nupkg -k «{word:46}» --source x
java-flag | java -Ddb.password=«{word:12}» -jar a.jar
curl-user | curl --user «{word:32}»: https://api.example.org/v1
curl-user | curl -u ci:«{word:16}» https://git.example.org
python-auth | requests.post(url, auth=("ci", "«{word:14}»"))
ruby-env | ENV["API_SECRET"] = "«{word:32}»"
php | $dbPassword = "«{word:12}»";
ini | [mail]\nuser=ci\npass=«{word:12}»
wpa | wpa_passphrase=«{word:12}»
wireguard | PresharedKey = «{b64:43}=»
totp | otpauth://totp/a:b?secret=«{b32:32}»&issuer=a
mnemonic | seed phrase: «{abc:5} {abc:4} {abc:6} {abc:5} {abc:7} {abc:4} {abc:5} {abc:6} {abc:4} {abc:5} {abc:6} {abc:5}»
ethereum | PRIVATE_KEY=0x«{hex:64}»
prose | set the admin password to «K{word:10}9!» for now
prose | log in as root with password «K{word:10}9»
prose | creds: root / «K{word:8}4#x»
prose | user is ci, pw: «K{word:8}4x»
prose | the passcode is «K{word:8}4x»
cohere | co = cohere.Client("«{word:40}»")
fireworks | «fw_{word:24}»
novita | token «sk_{word:43}»
cursor-api | «key_{hex:64}»
modal-id | modal token set --token-id «ak-{word:22}» --token-secret «as-{word:22}»
modal-secret | modal token set --token-id x --token-secret «as-{word:22}»
convex | CONVEX_DEPLOY_KEY=prod:happy-otter-123|«{b64:80}»
yarn-ident | npmAuthIdent: "«bob:{word:18}»"
kube-keydata | client-key-data: «LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQo{b64:120}»
tfstate-val | {"name":"db_password","type":"string","value":"«{word:20}»","sensitive":true}
vault-file | echo '«{pass:20}»' > .vault_pass
jdbc-oracle | jdbc:oracle:thin:scott/«{word:12}»@//db:1521/x
n8n-webhook | https://n8n.example.com/webhook/«{uuid}»
make-webhook | https://hook.eu2.make.com/«{low:32}»
pipedream | https://«{low:15}».m.pipedream.net
ifttt | https://maker.ifttt.com/trigger/x/with/key/«{url:22}»
mattermost | https://mm.example.com/hooks/«{low:26}»
feishu | https://open.feishu.cn/open-apis/bot/v2/hook/«{uuid}»
magento | 'crypt' => [ 'key' => '«{hex:32}»' ]
gh-login | echo «{word:40}» | docker login ghcr.io -u bob --password-stdin
mongosh | mongosh -u admin -p «{word:14}» --authenticationDatabase admin
rclone | rclone obscure «{word:18}»
kubectl-lit | kubectl create secret generic db --from-literal=any=«{pass:16}»
gh-secret | gh secret set DEPLOY --body "«{pass:20}»"
vault-kv | vault kv put secret/db value=«{word:20}»
wrangler | echo "«{word:40}»" | wrangler secret put API
mysql-ident | CREATE USER 'a'@'%' IDENTIFIED BY '«{pass:14}»';
htpasswd | htpasswd -b file bob «{word:14}»
kube-env | - name: DB_PASSWORD\n  value: «{word:16}»
pem | -----BEGIN EC PRIVATE KEY-----\n«{b64:64}\n{b64:64}»\n-----END EC PRIVATE KEY-----
putty | PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\n«{b64:64}»\nPrivate-MAC: {hex:64}
`

/** Every kind in every context that fits it, and the lines of their own form. */
export function createKindLines(seed: number): (MadeLine & { context: string })[] {
  const random = createRandom(seed)
  const rows = KINDS.split('\n').filter(row => row.includes(' | '))
  const made = rows.flatMap(row => {
    const [kind = '', name = '', template = ''] = row.split(' |').map(cell => cell.trim())
    const contexts = name === '' ? [...CONTEXTS, ...BARE] : CONTEXTS
    return contexts.map(([context, form]) => {
      const secret = fillValue(template, random)
      return { kind, context, secret, line: form(name || 'SOME_THING', secret) }
    })
  })
  const lines = fillTemplates(LINES, seed, 3).map(line => ({ ...line, context: 'as written' }))
  return [...made, ...lines]
}
