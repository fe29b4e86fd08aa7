import { context, QUOTE, SHAPES, type Rule } from './shapes.js'

/** Signs between a name and its value, in code, in a sentence, on a command line. */
const ASSIGNING = [
  ...['=', ':', '--', ' -', '%3d', ' | '],
  ...[' ', '\t'].flatMap(before => [' ', '\t'].map(after => `${before}is${after}`)),
  ...[',', ', ', ',\t'].flatMap(comma => [`${comma}"`, `${comma}'`]),
]

const r = String.raw

const ASSIGN = r`(?:${QUOTE}|\*\*)?\]?(?:[ \t]{0,8}(?:=>|:=|==?|:(?:\*\*)?|%3D)[ \t]{0,8}|[ \t]is[ \t]|(?<=(?<![\w-])--?[\w.-]{1,24})[ \t])`
/** One word of a value; it ends where a quotation, a list or a sentence goes on. */
const WORD = r`(?=(?<whole>[^\s"'\x60\\<>(){}[\];,]{6,200}))\k<whole>(?=[\s"'\x60\\>)}\];,]|$)`
const IN_QUOTES = r`"[^"\n]{6,200}(?=")|'[^'\n]{6,200}(?=')|\x60[^\x60\n]{6,200}(?=\x60)|\\"[^"\\\n]{6,200}(?=\\")`
const NAMES = 'password|passwd|pwd|passphrase|secret|token|api-?key|credential'
const REST_OF_CALL = r`[^\n|;&]{0,160}?[ \t]`

/** A list that is written with commas. */
function listed(words: string): string[] {
  return words.split(', ')
}

/** Names of accounts beside which a password is written down. */
const ACCOUNTS =
  'admin|administrator|root|superuser|sysadmin|deploy|demo|tester|guest|postgres|ubuntu|sa'
const USER = r`[\w.@+-]{1,40}`
const STRONG = r`(?=(?<whole>[^\s"'\x60<>(){}[\];,]{6,100}))\k<whole>`
/** A password as it is told: in quotes, else up to a blank; a text in Chinese goes on without one. */
const SAID = r`(?:["'\x60\u201c\u201d\u201e\u00ab\u300c\u300e\u2018\u201a][ \u00a0]?[^"'\x60\u201c\u201d\u201e\u00ab\u00bb\u300c\u300d\u300e\u300f\n]{6,200}(?=["'\x60\u201c\u201d\u00bb\u300d\u300f])|(?=(?<whole>[^\s"'\x60<>(){}[\];,\u201c\u201e\u00ab\u2018\u201a\u3001-\u30ff\u4e00-\u9fff\uac00-\ud7af\uff0c]{6,200}))\k<whole>)`

/** Programs that are given a password as an argument, case as they are. */
const COMMANDS = [
  r`\bsshpass[ \t]{1,4}-p[ \t]{0,4}`,
  r`\b(?:mysql(?:dump|admin|import|show)?|mariadb(?:-dump|-admin)?)\b${REST_OF_CALL}-p`,
  r`\bredis-cli\b${REST_OF_CALL}(?:-a|--pass)[ \t]{1,4}`,
  r`\b(?:docker|podman|nerdctl|buildah|skopeo|registry|oras|az|oc)[ \t]login\b${REST_OF_CALL}-p[ \t]{1,4}`,
  r`\bldap\w{1,16}\b${REST_OF_CALL}-w[ \t]{1,4}`,
  r`\blftp\b${REST_OF_CALL}-u[ \t]{1,4}[^\s,]{1,64},`,
  r`\bsmbclient\b${REST_OF_CALL}-U[ \t]{1,4}["']?[^\s%]{1,64}%`,
  r`\bnuget\b${REST_OF_CALL}-k[ \t]{1,4}`,
  r`-pass(?:in|out)[ \t]{1,4}["']?pass:`,
  r`\b(?:requirepass|masterauth)[ \t]{1,4}`,
  r`\bmongo(?:sh|dump|restore|export|import)?\b${REST_OF_CALL}-p[ \t]{1,4}`,
  r`\brclone[ \t]obscure[ \t]{1,4}`,
  r`\bhtpasswd[ \t]{1,4}-\w{0,6}b\w{0,6}[ \t]{1,4}[^\s|;&]{1,100}[ \t]{1,4}[\w.@-]{1,60}[ \t]{1,4}`,
  r`\bgh[ \t]secret[ \t]set\b${REST_OF_CALL}(?:-b|--body)[ \t=]{1,4}`,
  r`\bkubectl\b(?![^\n|;&]{0,160}[ \t](?:configmap|cm)[ \t])${REST_OF_CALL}--from-literal[= ][\w.-]{1,60}=`,
  r`\bssh-keygen\b${REST_OF_CALL}-[NP][ \t]{1,4}`,
  r`\bvault[ \t]kv[ \t](?:put|patch)\b${REST_OF_CALL}(?:value|\w{0,30}(?:key|pass|password|secret|token))=(?!@)`,
  r`\baws[ \t]configure[ \t]set[ \t][\w.-]{0,60}(?:secret_access_key|session_token)[ \t]{1,4}`,
].join('|')

/** All kinds of secrets, most telling first: by their look, then by what stands around them. */
export const RULES: readonly Rule[] = [
  ...SHAPES,
  context('django-secret-key', 'django-insecure-', 'shape', r`django-insecure-[^\s"'\x60]{30,80}`),
  context(
    'laravel-key',
    'base64:',
    'shape',
    r`base64:(?<!(?:digest|sha\d{0,3}|integrity|checksum|hash|fingerprint|etag)["']?[ \t]{0,4}[:=]?[ \t]{0,4}["']?base64:)(?:[a-z0-9+/]{43}=?|[a-z0-9+/]{22}==)(?![a-z0-9+/=])`,
  ),
  context(
    'rails-master-key',
    '.key',
    'shape',
    r`(?<![a-z0-9])[0-9a-f]{32}(?=["']?[ \t]{0,4}>{1,2}[ \t]{0,4}[^\s]{0,60}\.key\b)`,
  ),
  {
    ...context(
      'twitter-bearer',
      'aaaaaaaaaaaaaaaaaaaaa',
      'shape',
      r`(?<![A-Za-z0-9+/,])A{20,24}(?!A)[A-Za-z0-9%]{60,120}(?![A-Za-z0-9+/%])`,
    ),
    flags: 'g',
  },
  context(
    'putty-key',
    'private-lines',
    'shape',
    r`(?<keep>Private-Lines:[ \t]{0,4}\d{1,3}\r?\n)(?:[a-z0-9+/=]{4,64}(?:\r?\n|$)){1,100}`,
  ),
  context(
    'netrc',
    'login',
    'stated',
    r`(?<keep>\bmachine\s{1,8}(?=\S{0,99}[.:]|localhost)\S{1,100}\s{1,8}login\s{1,8}\S{1,100}\s{1,8}password\s{1,8})[^\s"'<>]{4,200}`,
  ),
  context(
    'pgpass',
    ':54 :6432: :*:',
    'stated',
    r`(?<keep>(?<![\w.:/-])[\w.*-]{1,100}:(?:54\d\d|6432|\*):[\w.*-]{1,64}:[\w.*-]{1,64}:)(?!(?:postgres(?:ql)?|public|default)(?![^\s:]))[^\s:"'<>]{6,200}`,
  ),
  {
    ...context(
      'command-password',
      'sshpass mysql mariadb redis-cli login ldap lftp smbclient nuget -passin -passout requirepass masterauth configure mongo rclone htpasswd --body --from-literal vault ssh-keygen',
      'stated',
      r`(?<keep>(?:${COMMANDS}))(?:"[^\s"$({-][^"\n]{3,200}(?=")|'[^\s'$({-][^'\n]{3,200}(?=')|[^\s"'\x60|;&<>$({-][^\s"'\x60|;&<>]{3,200})`,
    ),
    flags: 'g',
  },
  context(
    'php-constant',
    'define(',
    'stated',
    r`(?<keep>\bdefine\([ \t]{0,4}["'](?:\w{1,30}_(?:key|salt)|\w{0,30}(?:password|secret|token))["'],[ \t]{0,16}["'])[^\n]{6,200}?(?=["'][ \t]{0,4}\))`,
  ),
  context(
    'auth-pair',
    ['auth=(', 'auth = ('],
    'password',
    r`(?<keep>\bauth[ \t]?=[ \t]?\([ \t]?["'][^"'\n]{1,64}["'],[ \t]?["'])[^"'\n]{6,200}(?=["'])`,
  ),
  context(
    'xml-secret',
    '</ value=',
    'password',
    r`(?<keep><[\w:.-]{0,30}(?:${NAMES})(?:value|key)?>|(?:name|key)=["'][\w:.-]{0,60}(?:${NAMES})["']\s{1,8}value=["'])[^"'\s<>]{6,400}(?=["']|</)`,
  ),
  context(
    'named-value',
    NAMES.replace('api-?key', 'api-key apikey').split(/[| ]/),
    'password',
    r`(?<keep>(?:"(?:name|key)"\s{0,4}:\s{0,4}"[\w.-]{0,60}(?:${NAMES})",\s{0,20}(?:"type"\s{0,4}:\s{0,4}"[^"\n]{0,40}",\s{0,20})?"value"\s{0,4}:\s{0,4}"|\bname:[ \t]{1,4}["']?[\w.-]{0,60}(?:${NAMES})["']?\s{1,20}value:[ \t]{1,4}["']?))[^\s"'<>{}$]{6,400}`,
  ),
  context(
    'sql-password',
    ['identified '],
    'stated',
    r`(?<keep>\bidentified[ \t]{1,4}(?:with[ \t]{1,4}\S{1,40}[ \t]{1,4})?(?:by|as)[ \t]{1,4}(?:password[ \t]{1,4})?["'])[^\n"']{6,200}(?=["'])`,
  ),
  context(
    'oracle-password',
    'jdbc:oracle:',
    'stated',
    r`(?<keep>jdbc:oracle:\w{1,8}:[\w$#]{1,60}/)[^\s@"'/]{4,100}(?=@)`,
  ),
  context(
    'piped-secret',
    ['--password-stdin', 'secret put', 'secret set', 'vault_pass', 'vault-pass', 'vaultpass'],
    'stated',
    r`(?<keep>\b(?:echo|printf)[ \t]{1,4}(?:-n[ \t]{1,4})?["']?)[^\s"'$|]{8,300}(?=["']?[ \t]{0,4}(?:\|[^\n|]{0,80}(?:--password-stdin|secret (?:put|set))|>[ \t]{0,4}[^\s|]{0,60}vault[_-]?pass))`,
  ),
  context(
    'kubeconfig-key',
    'client-key-data',
    'shape',
    r`(?<keep>\bclient-key-data["']?[ \t]{0,4}:[ \t]{0,4}["']?)[A-Za-z0-9+/]{40,40000}={0,2}`,
  ),
  context(
    'npm-ident',
    'npmauthident',
    'stated',
    r`(?<keep>\bnpmAuthIdent["']?[ \t]{0,4}:[ \t]{0,4}["']?)[^\s"']{8,400}`,
  ),
  context(
    'client-key',
    ['client('],
    'random',
    r`(?<keep>\b\w{0,40}Client\([ \t\n]{0,8}["'])[A-Za-z0-9_-]{32,200}(?=["'])`,
  ),
  context(
    'magento-key',
    'crypt',
    'shape',
    r`(?<keep>["']crypt["']\s{0,4}=>\s{0,4}(?:\[|array\()\s{0,40}["']key["']\s{0,4}=>\s{0,4}["'])[0-9a-f]{32}(?=["'])`,
  ),
  context('jwt', 'eyj', 'shape', r`(?<![\w-])eyJ[\w-]{10,4000}\.eyJ[\w-]{10,8000}\.[\w-]{10,4000}`),
  context(
    'url-password',
    '://',
    'password',
    r`(?<keep>(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}://[^\s:@/?#"'<>\x60[\]]{0,100}:)[^\s/?"'<>\x60()[\]]{1,200}(?=@[\w.[-])`,
  ),
  {
    ...context('url-user', '://', 'random', r`(?<keep>://)[\w-]{20,255}(?=@[\w.-])`),
    signs: ['@'],
  },
  {
    ...context(
      'url-secret',
      'token= key= secret= signature= sig= auth= credential= password= passwd= pwd=',
      'random',
      r`(?<keep>[?&#;](?:amp;)?[\w-]{0,30}(?:token|key|secret|signature|sig|auth|credential|passw(?:or)?d|pwd)=)[^\s&#"'<>\x60\\)\]]{16,2000}`,
    ),
    signs: ['?', '&', '#', ';'],
  },
  context(
    'url-secret',
    ['%3d'],
    'random',
    r`(?<keep>(?:[?&#;]|%3F|%26)[\w-]{0,30}(?:token|key|secret|signature|sig|auth|credential)%3D)[^\s&#"'<>\x60\\)\]%]{16,2000}`,
  ),
  context(
    'cookie',
    ['cookie', 'curl '],
    'random',
    r`(?<keep>(?<![\w%.-])[\w.-]{0,40}(?:sess(?:ion)?(?:[_.-]?(?:id|token|key))?|sid|auth(?:[_-]?token)?|token|jwt|remember[\w-]{0,20}|credentials?)=)[\w%.+/:|~!*-]{16,4000}={0,2}`,
  ),
  context(
    'basic-auth',
    ['basic '],
    'shape',
    r`(?<keep>authorization["']?[ \t]{0,4}[:=,][ \t]{0,4}["'\x60]?basic[ \t]{1,4})[A-Za-z0-9+/]{8,400}={0,2}`,
  ),
  context(
    'basic-auth',
    ['basic '],
    'random',
    r`(?<keep>\bbasic[ \t]{1,4})[A-Za-z0-9+/]{16,400}={0,2}(?![\w+/=.-])`,
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
    'authorization',
    'authorization',
    'random',
    r`(?<keep>authorization["'\x60\]\\]{0,3}[ \t]{0,4}(?:=>|[:=,])[ \t]{0,4}(?:${QUOTE})?(?:(?!bearer|basic)[a-z][\w-]{1,24}(?:[ \t]{1,4}|[ \t]?=[ \t]?)(?:token[ \t]?=[ \t]?)?["']?)?)[\w.~+/=:-]{16,4000}`,
  ),
  context(
    'curl-user',
    ['curl '],
    'random',
    r`(?<keep>\bcurl[ \t](?:[^\n\\]|\\[\s\S]){0,160}?(?<=\s)(?:-u|--user)[ \t=]{1,4}["']?)[\w.-]{20,400}(?=:?["'\s]|:?$)`,
  ),
  context(
    'password',
    'passw pwd pw passphrase passcode pgpass _pass -pass pass= pass: psk requirepass masterauth',
    'password',
    r`(?<keep>(?:passw(?:or)?d|passphrase|passcode|pgpass|(?<=[_-]|(?:^|\n)[ \t]{0,8})pass|(?<![a-z])(?:pwd|pw|psk))(?:[_-]?(?:value|prod|production|live|test|dev|staging|\d{1,3}))?${ASSIGN})(?:${IN_QUOTES}|${WORD})`,
  ),
  {
    ...context(
      'password',
      ['password ', 'passcode ', 'passphrase ', 'passwort ', 'secret ', 'cred', 'login '],
      'strong',
      r`(?<keep>(?:\bpass(?:word|code|phrase|wort)[ \t](?:to[ \t]|as[ \t]|auf[ \t])?|\b(?:pass(?:word|code|phrase)|pwd|secret)[ \t]{0,8}\|[ \t]{0,8}|\b(?:creds?|credentials?|login)\b[ \t]?(?:[:=-]|(?:is|are)[ \t])?[ \t]{1,2}${USER}[ \t]?(?:[/:|]|and[ \t]|with[ \t])[ \t]?)["'\x60]?)(?=[^\s"'\x60<>(){}[\];,]{0,99}\d)${STRONG}`,
    ),
    signs: [...'0123456789'],
  },
  // Somebody is told to log in: "log in on staging as admin / …", "melde dich an als admin / …"
  {
    ...context(
      'password',
      listed(
        'log in, login, log on, logged in, logging in, sign in, sign-in, signed in, melde, anmeld, zugang, connect, identif, entr, accede, acesse, creden, ログイン, 登录, войти, логин',
      ),
      'strong',
      r`(?<keep>(?:\b(?:log(?:in|ged in|ging in|[ -](?:in|on))|sign(?:ed)?[ -]in|melde|anmeld|zugang|connecte|identif|entr[ae]|accede|acesse|creden)|\u30ed\u30b0\u30a4\u30f3|\u767b\u5f55|\u0432\u043e\u0439\u0442\u0438|\u043b\u043e\u0433\u0438\u043d)[^\s/:]{0,12}(?:[ \t][^\s/:]{1,24}){0,5}(?:[ \t]|:[ \t]?)${USER}(?:[ \t]{1,2}(?:[/|]|->|\u2192|with|and|mit|und|avec|et|con|com|y|e)[ \t]{1,2}|:)["'\x60]?)(?=[^\s"'\x60<>(){}[\];,]{0,99}\d)${STRONG}`,
    ),
    signs: [
      '/',
      ':',
      '|',
      '->',
      '→',
      ...listed('with, and, mit, und, avec, con, com, et, y, e').map(word => ` ${word} `),
    ],
  },
  {
    ...context(
      'password',
      [...ACCOUNTS.split('|').slice(0, -1), 'sa /', 'sa:'],
      'strong',
      r`(?<keep>(?<![\w/.@:-])(?:(?:${ACCOUNTS})[ \t]{1,2}(?:[/|]|->|\u2192)[ \t]{1,2}|(?:admin|root|deploy|demo|sa)(?::(?!/)|/(?=[^\s/?=&.]{0,60}[!$^*])))["'\x60]?)(?=[^\s"'\x60<>(){}[\];,]{0,99}\d|letmein|qwert)${STRONG}`,
    ),
    signs: [
      '/ ',
      '| ',
      '-> ',
      '→ ',
      ...['admin', 'root', 'deploy', 'demo', 'sa'].flatMap(name => [`${name}:`, `${name}/`]),
    ],
  },
  {
    ...context(
      'password',
      ['pass', 'pwd', 'pw', 'clave', 'senha', 'contrase', 'mot']
        .flatMap(word => [` ${word}`, `\n${word}`])
        .concat('密码', 'パスワード', 'пароль'),
      'told',
      r`(?<keep>(?:(?<![a-z])(?:user(?:[ _-]?name)?|usu[a\u00e1]rio|utilisateur|benutzer(?:name)?|login|account)|\u8d26\u53f7|\u7528\u6237\u540d?|\u30e6\u30fc\u30b6\u30fc\u540d?|\u043b\u043e\u0433\u0438\u043d)[ \t]?[:=\uff1a]?[ \t]?${USER}[,;\uff0c]?\s{1,4}(?:pass(?:word|wd|wort)?|pwd|pw|clave|senha|contrase\u00f1a|mot de passe|\u5bc6\u7801|\u30d1\u30b9\u30ef\u30fc\u30c9|\u043f\u0430\u0440\u043e\u043b\u044c)[ \t]?[:=\uff1a]?[ \t]?["'\x60]?)${SAID}`,
    ),
    signs: listed('user, usu, utilis, benutzer, login, account, 账号, 用户, ユーザー, логин'),
  },
  // A name and a password before a host, without a scheme: "ssh admin:…@db.internal"
  {
    ...context(
      'password',
      listed('admin:, root:, deploy:, postgres:, ssh , psql , scp , ftp '),
      'password',
      r`(?<keep>(?:(?<![\w/:.@+-])(?:${ACCOUNTS})|\b(?:ssh|scp|sftp|ftp|psql|mysql|rsync|curl|wget)[ \t]{1,2}[\w.-]{1,32}):)(?:[^\s:@/"'\x60<>(){}[\],;]{6,100}(?=@(?:(?:[\w-]{1,63}\.){1,8}[a-z]{2,24}|\d{1,3}(?:\.\d{1,3}){3}|localhost)(?![\w.@-]*@))|(?=[^\s:@]{0,99}[!#$%^&*])[^\s:@/"'\x60<>(){}[\],;]{6,100}(?=@[\w-]{2,63}(?![\w.@-]*@)))`,
    ),
    signs: ['@'],
  },
  // In a sentence: "das Passwort für staging ist …", "la contraseña es …", "密码是…"
  context(
    'password',
    listed(
      'password, passphrase, passwort, kennwort, mot de passe, mdp, contraseña, senha, wachtwoord, hasło, lösenord, пароль, 密码, 口令, パスワード, 비밀번호',
    ),
    'password',
    r`(?<keep>(?:(?<![a-z\u00c0-\u00ff])(?:password|passphrase|passwort|kennwort|mot de passe|mdp|contrase\u00f1a|senha|wachtwoord|has\u0142o(?:[ \t]to(?=[ \t]))?|l\u00f6senord(?:et)?|\u043f\u0430\u0440\u043e\u043b\u044c)(?:[ \t](?:for|of|on|f\u00fcr|vom|von|de|del|della|di|da|do|pour|voor|van|do|f\u00f6r|\u043e\u0442|\u0434\u043b\u044f)(?:[ \t](?:the|our|den|die|das|la|le|el|o|a))?(?:[ \t][\w\u00c0-\u00ff\u0430-\u044f.-]{1,30}){1,3}){0,2}(?:[ \t]?[:=][ \t]?|(?<=\u0142o to)[ \t]|[ \t](?:is|ist|lautet|est|es|\u00e9|\u00e8|\u00e4r|\u2014|\u2013)(?![\w\u00c0-\u00ff])[ \t]?[:=]?[ \t]?)|(?:\u5bc6\u7801|\u53e3\u4ee4|\u30d1\u30b9\u30ef\u30fc\u30c9|\ube44\ubc00\ubc88\ud638)[ \t]?(?:\u662f|\u4e3a|\u306f|\ub294|\uc740|\uff1a|:|=|[ \t])[ \t]?))${SAID}`,
  ),
  // A key in a sentence: "der API-Schlüssel lautet …", "令牌是 …"
  context(
    'generic-secret',
    listed(
      'schlüssel, clé, clave, chave, chiave, jeton, токен, ключ, 令牌, 密钥, トークン, apiキー',
    ),
    'random',
    r`(?<keep>(?:(?:api|zugangs|zugriffs|geheim)[ -]?schl\u00fcssel|cl\u00e9 (?:d['\u2019])?api|clave (?:de )?(?:la )?(?:api|secreta)|chave (?:d[ae] )?(?:api|secreta)|chiave (?:api|segreta)|jeton|\u0442\u043e\u043a\u0435\u043d|\u043a\u043b\u044e\u0447(?: api)?|\u4ee4\u724c|\u5bc6\u94a5|\u30c8\u30fc\u30af\u30f3|api\u30ad\u30fc)(?:[ \t](?:f\u00fcr|von|pour|de|para|per|\u0434\u043b\u044f)[ \t][\w.-]{1,30})?[ \t]?(?:[:=\uff1a]|ist|lautet|est|es|\u00e9|\u00e8|\u662f|\u4e3a|\u306f|\u2014)[ \t]?["'\x60]?)[\w+/=.~-]{16,400}`,
  ),
  // Words that sign: "JWT_SECRET=…" in quotes, or letters alone
  {
    ...context(
      'generic-secret',
      ['secret='],
      'password',
      r`(?<keep>(?<![A-Z0-9_])(?:[A-Z]{1,20}_){1,6}SECRET=)(?:"[a-z][a-z ]{15,200}(?=")|'[a-z][a-z ]{15,200}(?=')|[a-z]{20,64}(?![\w./:(-]))`,
    ),
    flags: 'g',
  },
  context('generic-secret', ['token '], 'shape', r`(?<keep>\btoken[ \t])[0-9a-f]{40}(?!\w)`),
  // A name and its value with a blank between: "ENV TOKEN …", "setx API_KEY …", "set -x TOKEN …"
  {
    ...context(
      'environment-key',
      ['env ', 'arg ', 'setx ', 'set -'],
      'password',
      r`(?<keep>(?<![\w-])(?:ENV|ARG|setx|set[ \t]-\w{1,3})[ \t]{1,4}(?:[A-Z0-9]{1,20}_){0,6}(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|PWD|PAT)[ \t]{1,4}["']?)[^\s"'$<%\\]{6,400}`,
    ),
    signs: listed('key, token, secret, password, passwd, pass, pwd, pat').map(word => `${word} `),
    flags: 'g',
  },
  context(
    'setter',
    ['password(', 'secret(', 'token(', 'key(', 'phrase('],
    'password',
    r`(?<keep>(?:\b(?:set|with|use)\w{0,30}|\.)(?:password|passphrase|secret|token|api_?key)\([ \t]{0,4}["'])[^\s"']{6,400}(?=["'][ \t]{0,4}[,)])`,
  ),
  context(
    'secure-string',
    ['convertto-securestring'],
    'stated',
    r`(?<keep>\bConvertTo-SecureString[ \t]{1,4}(?:-String[ \t]{1,4})?["'])[^"'\n$]{4,200}(?=["'])`,
  ),
  {
    ...context(
      'generic-secret',
      'key secret token credential salt _pat',
      'random',
      r`(?<keep>(?<!\d:)(?:(?:api|access|auth|secret|private|encryption|signing|master|account|admin|service|licen[sc]e|deploy|webhook|session|app|application|jwt|hmac|write|sdk|server|consumer|client|integration|ingest(?:ion)?|(?:pre)?shared|storage|root|recovery|restricted|personal|subscription|cookie|crypto|aes|cipher|unseal)[_ -]?key|(?:auth|logged_?in|nonce|password|pass|hash|key)[_ -]?salt|secret|token|credentials?|(?<=_)pat)(?:[_ -]?(?:key|token|secret|value|base64|base|b64|raw|prod|production|live|test|dev|staging|\d{1,3})){0,2}(?:${ASSIGN}|[ \t]{1,8}\|[ \t]{1,8}|(?:${QUOTE})?\]?[ \t]{0,8},[ \t]{0,8}(?=${QUOTE})))(?:\\?"[^"\s\\]{10,1000}(?=\\?")|\\?'[^'\s\\]{10,1000}(?=\\?')|["'\x60]?(?=(?<whole>[\w+/=.~!@%^&*-]{10,1000}))\k<whole>(?![({<[]))`,
    ),
    signs: ASSIGNING,
  },
  {
    ...context(
      'environment-key',
      '_key= _key: _auth= _pat=',
      'random',
      r`(?<keep>(?<![A-Za-z0-9_])(?!(?:[A-Z0-9]+_){0,8}(?:CACHE|PUBLIC|PUBLISHABLE|PUB|ANON|PRIMARY|FOREIGN|SORT|PARTITION|SITE|IDEMPOTENCY|ROUTING|GROUP|LOOKUP|INDEX|UNIQUE|HOST)_)[A-Z][A-Z0-9_]{2,60}_(?:KEY|AUTH|PAT)(?:=|:[ \t])["']?)[\w+/=.~-]{16,400}`,
    ),
    flags: 'g',
  },
]
