/**
 * Words that are used for one another in software work and in everyday notes about people and
 * plans: one group a line, as stems, so that a one-shot process has nothing to stem. Derived from
 * test/src/recall/thesaurus-words.ts, with which a test compares it: edit that first.
 */
export const SYNONYM_GROUPS = `delet remov eras drop purg discard
creat add new make generat
chang modifi edit updat alter adjust
fix repair resolv correct patch
error failur except fault crash panic
fail break broken
bug defect issu problem
test spec
run execut launch start invok
stop halt termin kill abort cancel
build compil bundl
deploy releas ship publish rollout
deploy releas
rollback revert undo restor
version tag releas
instal setup add
depend packag librari modul
config configur set option prefer
env environ variabl
secret credenti password token key
auth authent login signin
login logon signin
logout signout
author permiss access role
user custom account client member
buyer custom shopper client
databas db sql postgr storag
tabl schema column
migrat schema
queri search lookup find
index key
slow latenc perform lag
speed perform fast quick
memori ram heap oom
oom memori
cpu processor load
cach memoiz
queue job worker background
async asynchron background
cron schedul period
retri repeat again reattempt
repeat duplic twice
timeout deadlin expir expiri
limit quota cap maximum
rate throttl limit
log trace
debug diagnos troubleshoot investig
monitor metric telemetri observ
alert alarm notif notifi
email mail messag
send dispatch deliv
receiv accept
url link address endpoint
endpoint rout handler
api interfac endpoint
request call
respons repli answer
server backend host
frontend ui client
browser chrome firefox
page screen view
compon widget element
button control
icon symbol
imag pictur photo img
pictur photo imag paint
style css theme
color colour
layout structur
directori folder dir path
file document
readm document doc
comment note remark
doc document manual
commit checkin
branch fork
merg rebas
push overwrit
pull fetch
pr pullrequest
review approv
ci pipelin workflow
lint linter eslint clippi
linter rule
format prettier formatt
rule convent guidelin polici
convent style
type typescript
function method procedur
variabl constant
class object
argument paramet param flag
flag toggl switch featur
pars parser decod
encod serial charset
json serial
sort order rank
filter exclud ignor skip
includ import
list array
map dictionari dict
string text
number integ numer
money price amount cost currenc
price cost
payment pay charg checkout bill
refund reimburs
invoic bill receipt
cart basket
order purchas buy
product item articl
discount coupon voucher promot
sale promot
tax vat
stock inventori
ship deliveri
merchant seller vendor tenant
shop store storefront
upload transfer
download fetch
sync synchron
backup snapshot
lock mutex
race concurr parallel
thread worker
parallel concurr
flaki random intermitt unstabl
empti blank null none
null none undefin nil
miss absent lost
wrong incorrect invalid bad
valid check verifi
certif tls ssl https
proxi firewal
docker contain imag
contain docker podman
kubernet k8s cluster
cloud aw
bucket s3
local localhost machin
laptop machin comput macbook
os system platform
linux unix
window win32
mac maco macbook appl
shell termin bash zsh consol
command cli
exit quit
status code
progress percentag
complet autocomplet
encrypt cipher
hash digest checksum
size length
date time timestamp
timezon utc
hour time
day daili
year annual
old legaci previous former
latest newest recent last
temp temporari
product prod live
stage preview
dev develop
languag local translat i18n
text copi word
answer repli respons
short brief concis ters
verbos detail long
prefer favorit favourit like
reason whi rational becaus
decid decis choos chose
replac swap substitut
switch migrat move
move reloc transfer
split divid
join combin
copi duplic clone
enabl activ
disabl deactiv
show display render print
hide hidden
save store persist keep
load read
write output
open launch
close shut
network internet
port socket
webhook callback event
event listen
hook callback
session cooki
state store
licens licenc copyright
permiss allow
forbid forbidden never prohibit ban
requir mandatori must
avoid never
team colleagu cowork
meet call
boss manag
job work career occup profess
compani busi firm employ
kid child children son daughter
mother mom mum
father dad
parent mother father
brother sister sibl
husband wife spous partner
friend buddi pal
dog puppi pet
cat kitten pet
hous home apart
car vehicl
trip travel vacat holiday journey
book novel read
movi film
music song band
concert show gig
sport exercis workout
run race marathon
food meal dish cook
eat dinner lunch
dinner meal
paint art
draw sketch
school class cours
studi learn educ
teach teacher instructor
student pupil
doctor medic health
sick ill
hobbi interest activ
hike trail
beach ocean sea
mountain hill
birthday anniversari
gift present
win won award prize
compet competit contest tournament
happi glad joy
sad upset
afraid scare fear
love ador
plan intend
goal aim ambit
begin start commenc
finish complet done end
buy bought purchas
meet met encount
volunt chariti communiti
money financ fund
citi town
countri nation
live resid
乱码 编码 encod
导出 下载 export
日志 log
部署 上线 发布 deploy releas
测试 用例 test
错误 报错 异常 失败 error
配置 设置 config
缓存 cach
请求 接口 request api
登录 登陆 login
订单 order
库存 inventori stock
支付 付款 payment
退款 refund
用户 客户 user custom
性能 perform
内存 memori
组件 compon
密码 口令 password
数据 databas`
