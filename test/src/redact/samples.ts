/** Secrets made up at run time, so that this repository holds nothing that looks like one. */
const HEX = '0123456789abcdef'
const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()
const DIGITS = '0123456789'
const WORD = LOWER + UPPER + DIGITS
const BASE32 = 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L'

/** A small reproducible source of numbers in [0, 1) (mulberry32, public domain). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** `[kind, line, secret]`: the secret must not be left in the redacted line. */
export type Sample = [kind: string, line: string, secret: string]

export function createSamples(seed: number): Sample[] {
  const random = createRandom(seed)
  const of = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')
  const word = (length: number) => of(WORD, length)
  const hex = (length: number) => of(HEX, length)
  const uuid = () => [8, 4, 4, 4, 12].map(hex).join('-')
  const bare = (kind: string, ...parts: string[]): Sample => {
    const secret = parts.join('')
    return [kind, `use ${secret} for it`, secret]
  }
  const after = (kind: string, before: string, secret: string, behind = ''): Sample => [
    kind,
    before + secret + behind,
    secret,
  ]
  const b64 = (text: string) => Buffer.from(text).toString('base64')
  const url64 = (text: string) => Buffer.from(text).toString('base64url')
  const jwt = [url64('{"alg":"HS256","typ":"JWT"}'), url64(`{"sub":"${word(9)}"}`), word(43)].join(
    '.',
  )
  const pem = (name: string) => {
    const lines = Array.from({ length: 6 }, () => word(64)).join('\n')
    return { text: `-----BEGIN ${name}-----\n${lines}\n-----END ${name}-----`, lines }
  }
  const rsa = pem('RSA PRIVATE' + ' KEY')
  const ssh = pem('OPENSSH PRIVATE' + ' KEY')
  const pgp = pem('PGP PRIVATE' + ' KEY BLOCK')
  return [
    bare('aws-id', 'AK', 'IA', of(UPPER + '234567', 16)),
    bare('aws-sts', 'AS', 'IA', of(UPPER + '234567', 16)),
    after('aws-secret', 'aws_secret_access_key = ', word(20) + '/' + word(19)),
    after('aws-secret', '"SecretAccessKey": "', word(40), '"'),
    after('aws-session', 'AWS_SESSION_TOKEN=', word(180) + '=='),
    bare('github', 'gh', 'p_', word(36)),
    bare('github', 'gh', 's_', word(36)),
    bare('github-fine', 'github', '_pat_', word(22), '_', word(59)),
    after('github', 'https://x-access-token:', 'gh' + 'o_' + word(36), '@github.com/a/b.git'),
    bare('gitlab', 'gl', 'pat-', word(20)),
    bare('gitlab', 'gl', 'rt-', word(20)),
    bare('slack', 'xo', 'xb-', of(DIGITS, 12), '-', of(DIGITS, 12), '-', word(24)),
    bare(
      'slack',
      'xo',
      'xp-',
      of(DIGITS, 11),
      '-',
      of(DIGITS, 11),
      '-',
      of(DIGITS, 11),
      '-',
      hex(32),
    ),
    bare('slack-app', 'xa', 'pp-1-A', of(UPPER + DIGITS, 10), '-', of(DIGITS, 13), '-', hex(64)),
    bare(
      'slack-hook',
      'https://hooks.slack',
      '.com/services/T',
      of(UPPER, 8),
      '/B',
      of(UPPER, 8),
      '/',
      word(24),
    ),
    bare('stripe', 'sk', '_live_', word(24)),
    bare('stripe', 'rk', '_test_', word(40)),
    bare('stripe-hook', 'wh', 'sec_', word(32)),
    bare('google', 'AI', 'za', word(35)),
    bare('google-oauth', 'GOC', 'SPX-', word(28)),
    bare('google-oauth', 'ya', '29.', word(120)),
    bare('azure-ad', word(3), '8Q', '~', word(34)),
    after(
      'azure-storage',
      'DefaultEndpointsProtocol=https;AccountName=a;AccountKey=',
      word(86) + '==',
      ';',
    ),
    bare('openai', 'sk-', 'proj-', word(74), 'T3Blbk', 'FJ', word(74)),
    bare('openai', 'sk', '-', word(20), 'T3Blbk', 'FJ', word(20)),
    bare('anthropic', 'sk-', 'ant-api03-', word(93), 'AA'),
    bare('openrouter', 'sk-', 'or-v1-', hex(64)),
    bare('deepseek', 'sk', '-', hex(32)),
    bare('npm', 'np', 'm_', word(36)),
    after('npmrc', '//registry.npmjs.org/:_authToken=', uuid()),
    bare('pypi', 'py', 'pi-AgEIcHlwaS5vcmc', word(70)),
    after('jwt', 'cookie: session=', jwt, '; path=/'),
    ['pem', `key:\n${rsa.text}\nend`, rsa.lines],
    [
      'pem',
      `{"private_key": "${ssh.text.replaceAll('\n', '\\n')}"}`,
      ssh.lines.split('\n')[2] as string,
    ],
    ['pgp', pgp.text, pgp.lines],
    ['pem-cut', rsa.text.slice(0, 300), rsa.lines.slice(0, 200)],
    after('database', 'postgres://admin:', 'h4' + word(10), '@db.example.com:5432/app'),
    after('database', 'mongodb+srv://app:', word(16), '@cluster0.mongodb.net'),
    after('redis', 'redis://:', word(20), '@localhost:6379/0'),
    after('basic-url', 'curl https://bob:', word(9) + '@' + word(3), '@example.com/x'),
    after('basic', 'Authorization: Basic ', b64(`bob:${word(12)}`)),
    after('bearer', 'Authorization: Bearer ', word(40)),
    after('bearer', `curl -H "authorization: bearer `, hex(32), '" https://x'),
    after('curl', 'curl -u bob:', word(12), ' https://api.example.com'),
    after('generic', 'api_key = "', word(32), '"'),
    after('generic', 'MY_SERVICE_API_KEY=', hex(40)),
    after('generic', "clientSecret: '", word(28), "',"),
    after('generic', '  "access_token": "', word(48), '",'),
    after('generic', 'deploy --token ', word(32), ' --prod'),
    after('generic', 'X-Api-Key: ', word(32)),
    after('generic', 'the api key is ', word(24), ' for now'),
    after('password', 'DB_PASSWORD=', 'let' + 'meinplease'),
    after('password', 'SMTP_PASS=', word(10)),
    after('password', 'password: "', 'c0rrect-' + word(6), '"'),
    after('password', 'My password is ', 'Tr0ub4' + 'dor&3', ' here'),
    after('password', 'mysql --password=', 'x7' + word(8), ' -h db'),
    after('password', "const password = '", 'hunt' + 'er2!', "'"),
    after('password', 'the password for staging is ', 'hunt' + 'er2-x'),
    after('password', 'the admin password of the demo box is ', 'Blau' + 'beere-2207x'),
    after('password', 'the db password is ', 'hunt' + 'er2-Very-Secret.'),
    after('password', 'Das Passwort lautet ', 'Xy7-' + 'abc-88'),
    after('password', 'das Passwort für die Datenbank ist: ', 'Xy7-' + 'abc-88'),
    after('password', 'mot de passe : ', 'hunt' + 'er2x'),
    after('password', 'la contraseña de staging es ', 'abc' + '123xyz!'),
    after('password', 'a senha do banco é ', 'abc' + '123xyz'),
    after('password', '密码是', 'abc' + '123xyz'),
    after('password', 'パスワードは', 'abc' + '123xyz'),
    bare('twilio', 'S', 'K', hex(32)),
    after('twilio', 'TWILIO_AUTH_TOKEN=', hex(32)),
    bare('sendgrid', 'S', 'G.', word(22), '.', word(43)),
    bare('mailgun', 'ke', 'y-', hex(32)),
    bare('mailchimp', hex(32), '-us', '12'),
    after('discord', 'DISCORD_TOKEN=', 'M' + word(25) + '.' + word(6) + '.' + word(38)),
    bare('discord-hook', 'https://discord', '.com/api/webhooks/', of(DIGITS, 18), '/', word(68)),
    bare('telegram', of('123456789', 10), ':A', 'A', word(33)),
    bare('heroku', 'HR', 'KU-', uuid()),
    after('heroku', 'HEROKU_API_KEY=', uuid()),
    bare('digitalocean', 'do', 'p_v1_', hex(64)),
    bare('huggingface', 'h', 'f_', of(LOWER + UPPER, 34)),
    bare('databricks', 'da', 'pi', hex(32)),
    after('datadog', 'DD_API_KEY=', hex(32)),
    bare('vault', 'hv', 's.', word(90)),
    bare('age', 'AGE-SECRET', '-KEY-1', of(BASE32, 58)),
    bare('docker', 'dc', 'kr_pat_', word(27)),
    after(
      'docker',
      '{"auths":{"https://index.docker.io/v1/":{"auth": "',
      b64(`bob:${word(14)}`),
      '"}}}',
    ),
    bare('shopify', 'sh', 'pat_', hex(32)),
    bare('square', 'sq', '0atp-', word(22)),
    after('cloudflare', 'CLOUDFLARE_API_TOKEN=', word(40)),
    bare('linear', 'li', 'n_api_', word(40)),
    bare('notion', 'nt', 'n_', of(DIGITS, 11), word(35)),
    bare('sentry', 'sn', 'tryu_', hex(64)),
    bare('supabase', 'sb', 'p_', hex(40)),
    after('vercel', 'VERCEL_TOKEN=', word(24)),
    bare('doppler', 'dp', '.pt.', word(43)),
    bare('grafana', 'gl', 'sa_', word(32), '_', hex(8)),
    bare('planetscale', 'psc', 'ale_tkn_', word(43)),
    bare('postman', 'PM', 'AK-', hex(24), '-', hex(34)),
    bare('pulumi', 'pu', 'l-', hex(40)),
    bare('newrelic', 'NR', 'AK-', of(UPPER + DIGITS, 27)),
    bare('rubygems', 'ruby', 'gems_', hex(48)),
    bare('figma', 'fi', 'gd_', word(40)),
    bare('airtable', 'pa', 't', word(14), '.', hex(64)),
    bare('atlassian', 'AT', 'ATT3', word(186)),
    bare('groq', 'gs', 'k_', word(52)),
    bare('tailscale', 'ts', 'key-auth-', word(12), '-', word(32)),
    bare('terraform', word(14), '.atlas', 'v1.', word(67)),
    bare('resend', 'r', 'e_', word(8), '_', word(24)),
    bare('xai', 'xa', 'i-', word(80)),
  ]
}

export const HARMLESS: string[] = `
Never push on Fridays; releases go out Monday to Thursday.
The token bucket refills at 10 tokens per second.
Tokens: 4096 per request, 128000 in total.
token_count = 12345678
maxTokens: 200000,
const token = await getToken(user)
const tokenizer = new Tokenizer2(options)
let apiKey = process.env.API_KEY
api_key = os.environ["API_KEY"]
API_KEY=\${API_KEY}
api_key: YOUR_API_KEY
api_key = "your-api-key-here"
API_KEY=xxxxxxxxxxxxxxxxxxxxxxxx
export OPENAI_API_KEY="sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
Authorization: Bearer <token>
Authorization: Bearer $TOKEN
Authorization: Bearer \${process.env.TOKEN}
Authorization: Bearer YOUR_TOKEN_HERE
Send it as a bearer token in the Authorization header.
Use bearer authentication-with-refresh for the API.
password: string
password: string | null
password: z.string().min(8)
password = getPassword()
password: must be at least 8 characters long
Password: required
"password": "password"
password: "\${DB_PASSWORD}"
PASSWORD=\${POSTGRES_PASSWORD}
PASSWORD=<your password>
password=changeme
password = user.password
if (password === confirmPassword) return true
const passwordHash = await bcrypt.hash(password, 12)
The password is required when the account is locked.
The password is stored as a bcrypt hash.
the password for the admin page is required
Das Passwort ist falsch, bitte zurücksetzen.
le mot de passe est obligatoire
la contraseña es obligatoria
密码是必填项，请输入。
the secret is to keep functions small
Secret: keep functions small and files short.
The API key is read from the environment.
The access token is refreshed every 30 minutes.
key: value
cacheKey: user-profile-2024-11
primary_key: id_2024_11_20
foreign_key = "orders_customer_id_fkey2"
publicKey: ssh-ed25519
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGq3kVbT0c5xkq9p7mX2 someone@host
commit da05cec7b2f1a0e4c3d99b8e5f6a7c8d9e0f1a2b
Merge f8f93e6a1b2c3d4e5f60718293a4b5c6d7e8f901 into main
git show 2f0797f
index 8a3f1c2..9b4d2e3 100644
uuid: 550e8400-e29b-41d4-a716-446655440000
id 6ba7b810-9dad-11d1-80b4-00c04fd430c8 was not found
"integrity": "sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ+LFTGHVxVjcXPs17LhbZVGedAJv8XZ1tvj5FvSg==",
"integrity": "sha1-1Ha+vXlY8VLpG2WJfqz0bXk7Nnk=",
resolved "https://registry.yarnpkg.com/left-pad/-/left-pad-1.3.0.tgz#5b8a3a7765dfe001261dde915589e782f8c94d1e"
sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
etag: W/"33a64df551425fcc55e4d42a148795d9f25f89d4"
data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">
d = "M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48 10-10S17.52 2 12 2z"
https://example.com/path?query=1&page=2
https://user@example.com/repo.git
git@github.com:owner/repo.git
http://localhost:4747/svc/memories?limit=10
postgres://localhost:5432/app
postgres://user:password@localhost:5432/app
postgres://postgres:postgres@localhost:5432/test
postgres://\${USER}:\${PASS}@host/db
mongodb://<user>:<password>@cluster/db
https://host:8080/a@b
See http://[::1]:3000/@scope/package
npm_config_registry=https://registry.npmjs.org
npm_lifecycle_event is set by npm
sk-learn is imported as sklearn
hf_transfer makes downloads faster
The AKIA prefix marks long-term access keys.
ASIA and EMEA are separate regions
A ghp_ token is a classic personal access token
glpat- is the prefix of GitLab's tokens
xoxb- tokens belong to bots
-----BEGIN CERTIFICATE-----
A PEM file starts with -----BEGIN RSA PRIVATE KEY----- and ends with -----END RSA PRIVATE KEY-----
-----BEGIN PRIVATE KEY-----\\n...\\n-----END PRIVATE KEY-----
function isRandom(value: string): boolean { return entropyOf(value) > 3 }
import { createHash } from 'node:crypto'
const secret = createSecret(32)
secretName: my-database-credentials
secret_name = "prod/database/credentials"
secretKeyRef:
credentials: include
credentials: 'same-origin'
credential = DefaultAzureCredential()
token: sha256TokenProvider2
token = localStorage.getItem('token2')
token: AuthTokenService2Implementation
accessToken: response.data.access_token2
session_key = f"session:{user_id}:v2"
sessionToken: string
api-key: \${{ secrets.API_KEY }}
token: \${{ secrets.GITHUB_TOKEN }}
apiKey: "<API_KEY>"
--token <TOKEN>
--password prompt
curl -u user:$PASSWORD https://api.example.com
curl -X POST https://api.example.com/v1/items
docker run -u 1000:1000 image
basic authentication is enough here
svc:memory:index:2026-11-20
kqq2m7xw is the id of the constraint
version 1.2.3-beta.4+build.20261120
2026-11-20T10:00:00.000Z
MAC 00:1B:44:11:3A:B7, IP 192.168.0.1, fe80::1ff:fe23:4567:890a
0x7fffffffe4c8 in main () at src/main.c:42
lorem-ipsum-dolor-sit-amet-consectetur-adipiscing-elit
e2e-tests/login.spec.ts › logs in with a token
arn:aws:iam::123456789012:role/deploy
s3://bucket/key/with/long/path/2026/11/20/file.parquet
AWS_REGION=eu-central-1
aws_access_key_id = $AWS_ACCESS_KEY_ID
"@babel/helper-validator-identifier": "^7.25.9"
キーは環境変数から読みます
Das Passwort wird nie gespeichert.
Пароль хранится как хеш.
const passwordInput = document.querySelector('#password')
<input type="password" name="password1" autocomplete="current-password">
errors.password = 'Password must contain 1 digit'
PASSWORD_MIN_LENGTH=12
pwd: /home/user/project2
first_pass = compile2(tokens)
the first-pass: parse 2 files, then link
PWD=/work/project-1
process.env.SVC_TOKEN is needed for other hosts
SVC_TOKEN, SVC_HOST and SVC_PORT are settings
key-value store
monkey-patching 0123456789abcdef0123456789abcdef
`
  .split('\n')
  .filter(line => line !== '')
