/**
 * What one session taught, what somebody says in a later one, and what becomes of the memory that
 * it is about. A title that ends in ` !` is pinned, one that begins with `*` is global.
 */
export interface ChangeCase {
  stored: readonly string[]
  said: string
  /** `new`: what is said is stored beside all that was there; `nothing`: it changes nothing. */
  then: 'updated' | 'buried' | 'marked' | 'new' | 'nothing'
  /** The title that it happens to. */
  of?: string
}

const toCase = (line: string): ChangeCase => {
  const [stored = '', said = '', then = ''] = line.split(' => ')
  const [what = '', of] = then.split(': ')
  return {
    stored: stored.split(' | '),
    said,
    then: what as ChangeCase['then'],
    ...(of !== undefined && { of }),
  }
}

/** `memory | memory => what is said => what happens: to which`; every third is set aside. */
export const CHANGE_CASES = `
We use npm for packages | Deploys go out on Tuesdays => we switched from npm to pnpm => updated: We use npm for packages
Staging listens on port 4000 | The gateway has a timeout of 30 s => staging listens on port 4100 now, not 4000 => updated: Staging listens on port 4000
Prettier formats the code | Tests run with tap => forget what I said about prettier => buried: Prettier formats the code
Prettier formats the code | Tests run with tap => forget what I said about prettier, we use biome now => updated: Prettier formats the code
Commits are written in German | Branches are named after tickets => scrap the rule about German commits => buried: Commits are written in German
Releases go out on Thursdays => forget it => nothing
Releases go out on Thursdays => never mind, I'll do it myself => nothing
The build needs Java 11 | Docs are in AsciiDoc => the build needs Java 17 now => updated: The build needs Java 11
Redis holds the sessions | Redis runs on host pluto => we moved the sessions from redis to postgres => updated: Redis holds the sessions
The linter is eslint | Mira owns payments => we replaced eslint with oxlint => updated: The linter is eslint
Mira owns payments | Lars owns search => Jonas owns payments now, not Mira => updated: Mira owns payments
No default exports | No barrel files => drop the barrel files rule, it was a bad idea => buried: No barrel files
Never push on Fridays ! => forget the rule about pushing on Fridays => marked: Never push on Fridays
We use yarn ! | Tests run with tap => we switched from yarn to bun => marked: We use yarn
*Answers are in English | Tests run with tap => answers are in German here, not English => marked: new
The queue is RabbitMQ | RabbitMQ runs in version 3.12 => RabbitMQ runs in version 4.0 now => updated: RabbitMQ runs in version 3.12
The rate limit is 100 requests per minute => the rate limit is 250 requests per minute => updated: The rate limit is 100 requests per minute
The gateway listens on port 4000 => billing listens on port 4100 => new
Tests need docker | Docker images are built by kaniko => the docker registry is at ghcr => new
Money is stored in cents | Dates are stored in UTC => forget about the semicolon, I fixed it => nothing
CI runs on CircleCI | CI caches node_modules => we migrated from CircleCI to GitHub Actions => updated: CI runs on CircleCI
Error messages are in English | Logs are in English => the thing with English logs no longer applies => buried: Logs are in English
Max line length is 100 => max line length is 120 => updated: Max line length is 100
Every PR needs two reviews => every PR needs one review from now on, not two => updated: Every PR needs two reviews
The staging database is shared with QA => the staging database isn't shared with QA any more => updated: The staging database is shared with QA
Feature flags live in LaunchDarkly | Secrets live in Vault => feature flags live in Unleash instead of LaunchDarkly => updated: Feature flags live in LaunchDarkly
Use snake_case in Python | Use camelCase in TypeScript => ignore what I told you about camelCase => buried: Use camelCase in TypeScript
The API is documented in Postman => we no longer use Postman => buried: The API is documented in Postman
The nightly job runs at 02:00 | Backups run at 03:00 => the nightly job runs at 04:00 now => updated: The nightly job runs at 02:00
Deploys go out on Tuesdays | Tests run with tap => the deploy script lives in ops => new
Vue is the frontend framework | The backend is Django => forget the second file, only change the first => nothing
Ports above 9000 belong to the simulator => I changed my mind about the button colour => nothing
Wir nutzen npm | Tests laufen mit vitest => wir sind von npm auf pnpm umgestiegen => updated: Wir nutzen npm
Commits auf Deutsch | Branches heißen wie Tickets => vergiss, was ich über Commits auf Deutsch gesagt habe => buried: Commits auf Deutsch
Staging läuft auf Port 4000 | Prod läuft auf Port 80 => Staging läuft jetzt auf Port 4100, nicht 4000 => updated: Staging läuft auf Port 4000
Preise werden netto gespeichert => die Regel mit den Netto-Preisen gilt nicht mehr => buried: Preise werden netto gespeichert
Java 11 ist Pflicht => vergiss es => nothing
Jenkins baut die Releases | Sonar prüft den Code => statt Jenkins baut jetzt GitLab die Releases => updated: Jenkins baut die Releases
Spaces statt Tabs => Tabs sind doch egal, lass mal => nothing
Freigabe macht Frau Adler => Freigabe macht jetzt Herr Voss, nicht mehr Frau Adler => updated: Freigabe macht Frau Adler
On utilise npm | Les tests tournent avec jest => on est passés de npm à pnpm => updated: On utilise npm
Les commits sont en français | La recette est partagée => oublie ce que j'ai dit sur les commits en français => buried: Les commits sont en français
La recette écoute sur le port 4000 => la recette écoute sur le port 4100 maintenant, plus 4000 => updated: La recette écoute sur le port 4000
Inès valide les textes => laisse tomber, je le fais moi-même => nothing
On déploie le mardi | Redis tient les sessions => on a remplacé Redis par Valkey => updated: Redis tient les sessions
Usamos npm | Las pruebas corren con jest => pasamos de npm a pnpm => updated: Usamos npm
Los commits van en español => olvida lo que dije de los commits en español => buried: Los commits van en español
El simulador usa el puerto 7000 => el simulador usa el puerto 7100 ahora, no el 7000 => updated: El simulador usa el puerto 7000
Nuria aprueba los precios => olvídalo, lo hago yo => nothing
Los logs van a Splunk => ya no usamos Splunk => buried: Los logs van a Splunk
Usamos npm | Os testes rodam com jest => trocamos o npm pelo pnpm => updated: Usamos npm
Os commits são em português => esquece o que eu disse sobre os commits em português => buried: Os commits são em português
O gateway usa a porta 4000 => o gateway usa a porta 4100 agora, não a 4000 => updated: O gateway usa a porta 4000
O deploy é às quartas => deixa pra lá => nothing
我们用 npm | 测试用 vitest => 我们从 npm 换成 pnpm 了 => updated: 我们用 npm
提交信息用中文 | 分支按工单命名 => 忘掉我说的提交信息用中文 => buried: 提交信息用中文
网关监听 4000 端口 => 网关现在监听 4100 端口,不是 4000 => updated: 网关监听 4000 端口
日志保留九十天 => 算了,我自己来 => nothing
パッケージは npm を使う | テストは vitest で書く => npm から pnpm に変えました => updated: パッケージは npm を使う
コミットは日本語で書く | ブランチ名は課題番号 => コミットを日本語で書くという話は忘れてください => buried: コミットは日本語で書く
`
  .trim()
  .split('\n')
  .map(toCase)
