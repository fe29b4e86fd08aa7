/** The thesaurus in words: what src/recall/thesaurus-groups.ts holds as stems. Own work. */
export const SYNONYM_WORDS = `delete remove erase drop purge discard
create add new make generate
change modify edit update alter adjust
fix repair resolve correct patch
error failure exception fault crash panic
fail break broken
bug defect issue problem
test spec testing
run execute launch start invoke
stop halt terminate kill abort cancel
build compile bundle
deploy release ship publish rollout
deployment release
rollback revert undo restore
version tag release
install setup add
dependency package library module
config configuration setting settings option preference
env environment variable
secret credential password token key
auth authentication login signin
login logon signin
logout signout
authorize permission access role
user customer account client member
buyer customer shopper client
database db sql postgres storage
table schema column
migration migrate schema
query search lookup find
index key
slow latency performance lag
speed performance fast quick
memory ram heap oom
oom memory
cpu processor load
cache caching memoize
queue job worker background
async asynchronous background
cron schedule scheduled periodic
retry repeat again reattempt
repeat repeated duplicate twice
timeout deadline expire expiry
limit quota cap maximum
rate throttle limit
log logging trace
debug diagnose troubleshoot investigate
monitor metric telemetry observability
alert alarm notification notify
email mail message
send dispatch deliver
receive accept
url link address endpoint
endpoint route handler
api interface endpoint
request call
response reply answer
server backend host
frontend ui client
browser chrome firefox
page screen view
component widget element
button control
icon symbol
image picture photo img
picture photo image painting
style css theme
color colour
layout structure
directory folder dir path
file document
readme documentation docs
comment note remark
doc documentation manual
commit checkin
branch fork
merge rebase
push overwrite
pull fetch
pr pullrequest
review approve
ci pipeline workflow
lint linter eslint clippy
linter rule
format prettier formatter
rule convention guideline policy
convention style
naming name
type typing typescript types
function method procedure
variable constant
class object
argument parameter param flag
flag toggle switch feature
parse parser decode
encode encoding serialize charset
json serialize
sort order ranking
filter exclude ignore skip
include import
list array
map dictionary dict
string text
number integer numeric
money price amount cost currency
price cost
payment pay charge checkout billing
refund reimburse
invoice bill receipt
cart basket
order purchase buy
product item article
discount coupon voucher promotion
sale promotion
tax vat
stock inventory
ship shipping delivery
merchant seller vendor tenant
shop store storefront
upload transfer
download fetch
sync synchronize
backup snapshot
lock mutex
race concurrency parallel concurrent
thread worker
parallel concurrent
flaky random intermittent unstable
random randomly
empty blank null none
null none undefined nil
missing absent lost
wrong incorrect invalid bad
valid validate validation check verify
certificate tls ssl https
proxy firewall
docker container image
container docker podman
kubernetes k8s cluster
cloud aws
bucket s3
local localhost machine
laptop machine computer macbook
os system platform
linux unix
windows win32
mac macos macbook apple
shell terminal bash zsh console
command cli
exit quit
status code
progress percentage
completion autocomplete
encrypt encryption cipher
hash digest checksum
size length
date time timestamp
timezone utc
hour time
day daily
week weekly
month monthly
year annual
old legacy previous former
latest newest recent last
temp temporary
production prod live
staging stage preview
dev development
language locale translation i18n
text copy wording
answer reply response
short brief concise terse
verbose detailed long
prefer preference favorite favourite like
reason why rationale because
decide decision choose chose
replace swap substitute
switch migrate move
move relocate transfer
split divide
join combine
copy duplicate clone
enable activate
disable deactivate
show display render print
hide hidden
save store persist keep
load read
write output
open launch
close shut
connect connection
network internet
port socket
webhook callback event
event listener
hook callback
session cookie
state store
license licence copyright
permission allowed
forbid forbidden never prohibit ban
require required mandatory must
avoid never
team colleague coworker
meeting call
boss manager
job work career occupation profession
company business firm employer
kid child children son daughter
mother mom mum
father dad
parent mother father
brother sister sibling
husband wife spouse partner
friend buddy pal
dog puppy pet
cat kitten pet
house home apartment
car vehicle
trip travel vacation holiday journey
book novel reading
movie film
music song band
concert show gig
game gaming
sport exercise workout
run race marathon
food meal dish cooking
eat dinner lunch
dinner meal
paint painting art
draw drawing sketch
school class course
study learn education
teach teacher instructor
student pupil
doctor medical health
sick ill illness
hobby interest activity
hike hiking trail
beach ocean sea
mountain hill
birthday anniversary
gift present
win won award prize
compete competition contest tournament
happy glad joy
sad upset
afraid scared fear
love adore
plan planning intend
goal aim ambition
begin start commence
finish complete done end
buy bought purchase
meet met encounter
visit visited
volunteer charity community
money finance fund
city town
country nation
live reside
乱码 编码 encoding
导出 下载 export
日志 log
部署 上线 发布 deploy release
测试 用例 test
错误 报错 异常 失败 error
配置 设置 config
缓存 cache
请求 接口 request api
登录 登陆 login
订单 order
库存 inventory stock
支付 付款 payment
退款 refund
用户 客户 user customer
性能 performance
内存 memory
组件 component
密码 口令 password
数据 database`
