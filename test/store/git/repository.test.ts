import t from 'tap'
import { join } from 'node:path'
import { normaliseRemote, readRemoteUrl } from '../../../store/git/repository.js'
import { temporaryFolder } from '../fixture.js'
import { Workbench } from './fixture.js'

t.test('the remote of a repository', t => {
  const bench = Workbench.init(join(temporaryFolder(t), 'main'))
  bench.commit('first')
  const main = bench.directory
  t.equal(readRemoteUrl(main), undefined)
  t.equal(readRemoteUrl(join(main, 'none')), undefined)
  bench.git(['remote', 'add', 'mirror', 'https://mirror.example/acme/app'])
  t.equal(readRemoteUrl(main), 'https://mirror.example/acme/app')
  bench.git(['remote', 'add', 'origin', 'git@github.com:acme/app.git'])
  t.equal(readRemoteUrl(main), 'git@github.com:acme/app.git', 'origin comes first')
  bench.git(['remote', 'set-url', '--push', 'origin', 'https://push.example/acme/app'])
  t.equal(readRemoteUrl(main), 'git@github.com:acme/app.git', 'a push address is none')
  bench.git(['config', 'url.https://x.example/.insteadOf', 'gh:'])
  t.equal(readRemoteUrl(main), 'git@github.com:acme/app.git')
  t.end()
})

t.test('one form for the ways to write a remote', t => {
  const same = [
    'git@github.com:Acme/App.git',
    'github.com:acme/app',
    'https://github.com/acme/app',
    'https://github.com/acme/app/',
    'https://user:secret@github.com/acme/app.git',
    'https://github.com:443/acme/app.git',
    'ssh://git@github.com:22/acme/app.git',
    'git://github.com/acme/app.git',
    'ssh://git@GitHub.com/acme/app.git/',
  ]
  for (const url of same) t.equal(normaliseRemote(url), 'github.com/acme/app', url)
  const local = ['/srv/git/app.git', '../app', './app', 'file:///srv/git/app.git', 'C:\\git\\app']
  local.push('C:/git/app', '', 'app', 'file://host/share/app')
  for (const path of local) t.equal(normaliseRemote(path), undefined, path)
  t.end()
})
