/** An error as a tool printed it once, the same one met later elsewhere, and another one like it. */
export interface ToolError {
  tool: string
  past: string
  again: string
  nearMiss: string
}

export const TOOL_ERRORS: readonly ToolError[] = [
  {
    tool: 'node, a system error',
    past: 'Error: connect ECONNREFUSED 127.0.0.1:5432\n    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1611:16)',
    again:
      '\u001b[31mError: connect ECONNREFUSED 10.1.2.3:5432\u001b[39m\n    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1495:16) {\n  errno: -111,',
    nearMiss: 'Error: connect ECONNREFUSED 127.0.0.1:6379\n    at TCPConnectWrap.afterConnect',
  },
  {
    tool: 'node, a missing module',
    past: "Error: Cannot find module 'left-pad'\nRequire stack:\n- /srv/app/index.js\n    at Module._resolveFilename (node:internal/modules/cjs/loader:1225:15)",
    again:
      "Error: Cannot find module 'left-pad'\nRequire stack:\n- /home/x/other/lib/a.js\n    at Module._resolveFilename (node:internal/modules/cjs/loader:1140:15)",
    nearMiss:
      "Error: Cannot find module 'right-pad'\nRequire stack:\n- /srv/app/index.js\n    at Module._resolveFilename",
  },
  {
    tool: 'tsc',
    past: "src/a.ts(12,5): error TS2345: Argument of type 'string | undefined' is not assignable to parameter of type 'string'.",
    again:
      "packages/web/src/b.ts:88:17 - error TS2345: Argument of type 'string | undefined' is not assignable to parameter of type 'string'.",
    nearMiss:
      "src/a.ts(12,5): error TS2345: Argument of type 'Buffer' is not assignable to parameter of type 'number'.",
  },
  {
    tool: 'npm',
    past: 'npm ERR! code EACCES\nnpm ERR! syscall mkdir\nnpm ERR! path /usr/local/lib/node_modules/svc\nnpm ERR! errno -13\nnpm ERR! Error: EACCES: permission denied, mkdir',
    again:
      'npm error code EACCES\nnpm error syscall mkdir\nnpm error path /opt/node/lib/node_modules/other\nnpm error errno -13\nnpm error A complete log of this run can be found in: /root/.npm/_logs/2026-01-02T03_04_05_678Z-debug-0.log',
    nearMiss: 'npm error code ENOTEMPTY\nnpm error syscall rename\nnpm error errno -39',
  },
  {
    tool: 'pnpm',
    past: ' ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile" because pnpm-lock.yaml is not up to date with package.json',
    again:
      ' ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile" because pnpm-lock.yaml is not up to date with <ROOT>/apps/web/package.json',
    nearMiss:
      ' ERR_PNPM_NO_MATCHING_VERSION  No matching version found for vite@^9.0.0 inside the workspace',
  },
  {
    tool: 'python',
    past: 'Traceback (most recent call last):\n  File "/app/main.py", line 7, in <module>\n    import yaml\nModuleNotFoundError: No module named \'yaml\'',
    again:
      'Traceback (most recent call last):\n  File "/home/u/tool/cli.py", line 3, in <module>\n    import yaml\nModuleNotFoundError: No module named \'yaml\'',
    nearMiss:
      'Traceback (most recent call last):\n  File "/app/main.py", line 8, in <module>\n    import toml\nModuleNotFoundError: No module named \'toml\'',
  },
  {
    tool: 'pip',
    past: "error: command 'x86_64-linux-gnu-gcc' failed with exit code 1\n      fatal error: Python.h: No such file or directory\n  ERROR: Failed building wheel for psycopg2",
    again:
      '      psycopg/psycopg.h:35:10: fatal error: Python.h: No such file or directory\n         35 | #include <Python.h>\n  ERROR: Failed building wheel for psycopg2',
    nearMiss:
      '  ERROR: Failed building wheel for lxml\n      Error: Please make sure the libxml2 and libxslt development packages are installed.',
  },
  {
    tool: 'cargo',
    past: 'error[E0382]: borrow of moved value: `config`\n  --> src/main.rs:21:20\n   |\n18 |     let config = load();',
    again: 'error[E0382]: borrow of moved value: `config`\n   --> crates/app/src/run.rs:144:9',
    nearMiss:
      'error[E0277]: the trait bound `Config: Clone` is not satisfied\n  --> src/main.rs:21:20',
  },
  {
    tool: 'go',
    past: 'panic: runtime error: invalid memory address or nil pointer dereference\n[signal SIGSEGV: segmentation violation code=0x1 addr=0x18 pc=0x4a1b2c]\n\ngoroutine 1 [running]:\nmain.(*Server).Handle(0x0, {0xc000010018, 0x3})\n\t/src/server.go:42 +0x1d',
    again:
      'panic: runtime error: invalid memory address or nil pointer dereference\n[signal SIGSEGV: segmentation violation code=0x2 addr=0x0 pc=0x10a3f5e]\n\ngoroutine 37 [running]:\nmain.(*Server).Handle(0xc0001, {0xc00009a000, 0x5})\n\t/build/server.go:57 +0x2f',
    nearMiss:
      'panic: runtime error: index out of range [5] with length 3\n\ngoroutine 1 [running]:\nmain.(*Server).Handle(0x0)\n\t/src/server.go:42 +0x1d',
  },
  {
    tool: 'java',
    past: 'Exception in thread "main" java.lang.ClassNotFoundException: com.mysql.cj.jdbc.Driver\n\tat java.base/java.net.URLClassLoader.findClass(URLClassLoader.java:445)',
    again:
      'java.lang.ClassNotFoundException: com.mysql.cj.jdbc.Driver\n\tat java.base/jdk.internal.loader.BuiltinClassLoader.loadClass(BuiltinClassLoader.java:641)\n\tat org.acme.Main.main(Main.java:17)',
    nearMiss:
      'Exception in thread "main" java.lang.ClassNotFoundException: org.slf4j.LoggerFactory\n\tat java.base/java.net.URLClassLoader.findClass(URLClassLoader.java:445)',
  },
  {
    tool: 'gradle',
    past: "FAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:compileJava'.\n> error: invalid source release: 21\n\nBUILD FAILED in 3s",
    again:
      "* What went wrong:\nExecution failed for task ':core:compileJava'.\n> error: invalid source release: 21\n\n* Try:\n> Run with --stacktrace option to get the stack trace.",
    nearMiss:
      "* What went wrong:\nExecution failed for task ':app:compileJava'.\n> Could not resolve com.google.guava:guava:33.0.0-jre.",
  },
  {
    tool: 'a linker',
    past: "/usr/bin/ld: main.o: in function `main':\nmain.c:(.text+0x1c): undefined reference to `sqrt'\ncollect2: error: ld returned 1 exit status",
    again:
      "/usr/bin/ld: /tmp/ccAbC123.o: in function `main':\ncalc.c:(.text+0x9f): undefined reference to `sqrt'\ncollect2: error: ld returned 1 exit status",
    nearMiss:
      "/usr/bin/ld: main.o: in function `main':\nmain.c:(.text+0x1c): undefined reference to `pthread_create'\ncollect2: error: ld returned 1 exit status",
  },
  {
    tool: 'docker',
    past: 'docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?.',
    again:
      'ERROR: Cannot connect to the Docker daemon at unix:///home/u/.docker/run/docker.sock. Is the docker daemon running?',
    nearMiss:
      'docker: Error response from daemon: pull access denied for acme/web, repository does not exist or may require docker login.',
  },
  {
    tool: 'git',
    past: "fatal: detected dubious ownership in repository at '/srv/app'\nTo add an exception for this directory, call:\n\n\tgit config --global --add safe.directory /srv/app",
    again: "fatal: detected dubious ownership in repository at '/workspace/site'",
    nearMiss: 'fatal: not a git repository (or any of the parent directories): .git',
  },
  {
    tool: 'kubectl',
    past: 'Error from server (Forbidden): pods is forbidden: User "system:serviceaccount:ci:deployer" cannot list resource "pods" in API group "" in the namespace "shop"',
    again:
      'Error from server (Forbidden): pods is forbidden: User "system:serviceaccount:ci:deployer" cannot list resource "pods" in API group "" in the namespace "shop"',
    nearMiss: 'Error from server (NotFound): deployments.apps "web" not found',
  },
  {
    tool: 'terraform',
    past: '│ Error: Inconsistent dependency lock file\n│ \n│ The following dependency selections recorded in the lock file are inconsistent with the current configuration:\n│   - provider registry.terraform.io/hashicorp/aws: locked version selection 5.1.0 doesn\'t match the updated version constraints "~> 5.40"',
    again:
      '╷\n│ Error: Inconsistent dependency lock file\n│ \n│ The following dependency selections recorded in the lock file are inconsistent with the current configuration:\n│   - provider registry.terraform.io/hashicorp/aws: locked version selection 5.62.0 doesn\'t match the updated version constraints "~> 5.80"\n╵',
    nearMiss:
      '│ Error: Unsupported Terraform Core version\n│ \n│ This configuration does not support Terraform version 1.5.7.',
  },
  {
    tool: 'ruby',
    past: "/usr/lib/ruby/3.2.0/bundled_gems.rb:69:in `require': cannot load such file -- nokogiri (LoadError)\n\tfrom /srv/app/config/boot.rb:4:in `<top (required)>'",
    again:
      "/home/u/.rbenv/versions/3.3.1/lib/ruby/3.3.0/bundled_gems.rb:74:in `require': cannot load such file -- nokogiri (LoadError)\n\tfrom bin/rails:9:in `<main>'",
    nearMiss:
      "/usr/lib/ruby/3.2.0/bundled_gems.rb:69:in `require': cannot load such file -- bootsnap (LoadError)",
  },
  {
    tool: '.NET',
    past: "/src/Web/Startup.cs(31,13): error CS0246: The type or namespace name 'Serilog' could not be found (are you missing a using directive or an assembly reference?) [/src/Web/Web.csproj]",
    again:
      "C:\\work\\Api\\Program.cs(4,7): error CS0246: The type or namespace name 'Serilog' could not be found (are you missing a using directive or an assembly reference?) [C:\\work\\Api\\Api.csproj]",
    nearMiss:
      "/src/Web/Startup.cs(31,13): error CS0246: The type or namespace name 'Polly' could not be found (are you missing a using directive or an assembly reference?) [/src/Web/Web.csproj]",
  },
  {
    tool: 'php',
    past: 'PHP Fatal error:  Allowed memory size of 134217728 bytes exhausted (tried to allocate 20480 bytes) in /var/www/html/vendor/composer/Solver.php on line 223',
    again:
      'Fatal error: Allowed memory size of 1610612736 bytes exhausted (tried to allocate 4096 bytes) in phar:///usr/bin/composer/src/Composer/DependencyResolver/RuleSet.php on line 84',
    nearMiss:
      'PHP Fatal error:  Maximum execution time of 30 seconds exceeded in /var/www/html/vendor/composer/Solver.php on line 223',
  },
  {
    tool: 'a database',
    past: 'psycopg2.errors.UndefinedTable: relation "orders" does not exist\nLINE 1: SELECT * FROM orders',
    again:
      'sqlalchemy.exc.ProgrammingError: (psycopg2.errors.UndefinedTable) relation "orders" does not exist\nLINE 1: SELECT id FROM orders WHERE id = 7',
    nearMiss: 'psycopg2.errors.UndefinedColumn: column "orders.tax" does not exist',
  },
]
