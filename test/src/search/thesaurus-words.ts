/**
 * The thesaurus in words: what src/search/thesaurus.ts holds as stems, which
 * `node test/thesaurus-tables.mjs` makes of it. Own work.
 */

/**
 * One thing by several names, a group a line, in English, German, French, Spanish, Dutch, Portuguese
 * and Chinese; the names to keep where there are many come first. A name after `>` is found from
 * the others and finds none. With `=` a form counts as it is written, for its stem is another
 * word's (`commande`, `command`).
 */
export const EQUAL_WORDS = `k8s k8 kubernetes kube
db database dbs datenbank basededatos databank datenbanken =données =datos > donnees datos
pg postgres postgresql psql pgsql
auth authn authentication authenticate authentifizierung authentification autenticación authentifizieren authentifier autenticar authenticatie autenticação
authz authorisation autorisierung autorización autorisation =authorization =authorize =authorized > author
pr pullrequest prs mr mergerequest > pull
dep dependency deps abhängigkeit dépendance dependencia afhankelijkheid dependência abhängigkeiten dependencias
env environment envs umgebung environnement entorno omgeving ambiente umgebungen environnements entornos
envvar envvars umgebungsvariable umgebungsvariablen > environ
repo repository repos codebase dépôt repositorio repositório
ts typescript
js javascript ecmascript
py python python3 py3
rb ruby
rs rust
kt kotlin
md markdown
yml yaml
tf terraform opentofu
gh github
gha githubactions > github workflow
ci pipeline cicd continuousintegration
e2e endtoend
i18n internationalization internationalisation intl translation l10n localisation übersetzung traduction traducción übersetzungen traducciones vertaling tradução =localization
translate übersetzen übersetzt traduire traduit traducir vertalen traduzir
a11y =accessibility =accessible barrierefreiheit accessibilité accesibilidad > access
o11y =observability
perf leistung rendimiento =performance =performant performanz > perform
fe frontend
impl implementation implement umsetzung implementierung implementieren umsetzen implémenter implémentation implementar implementación implementiert umgesetzt
fn function func fns funcs funktion fonction función functie função funktionen fonctions funciones
method methode méthode método methoden métodos
var variable vars variablen
const constant consts konstante constante konstanten
param parameter params paramètre parámetro paramètres parámetros
arg argument args argumente argumento argumentos
prop property props eigenschaft propriété propiedad eigenschaften propriétés propiedades
attr attribute attrs attribut atributo attribute atributos
msg message msgs nachricht mensaje bericht mensagem nachrichten messages mensajes
err error errs fehler erreur errores fout erro fehlern fehlermeldung erreurs fouten erros fehlermeldungen
exc exception ausnahme excepción ausnahmen excepciones
req request reqs anfrage requête petición solicitud anfragen requêtes peticiones
resp response respond respons antwort réponse respuesta antworten réponses respuestas > res
tmp temp temporary temporär temporaire
img image imgs bild imagen afbeelding imagem bilder imágenes
pic picture pics
photo foto fotos
btn button knopf schaltfläche bouton botón knop botão boutons botones
pkg package pkgs paket paquet paquete pakket pacote pakete paquets paquetes
lib library libs bibliothek bibliothèque biblioteca bibliotheek bibliotheken librería
dir directory folder dirs verzeichnis ordner répertoire dossier carpeta directorio =mappe verzeichnisse dossiers carpetas
doc docs dokumentation documentación documentatie documentação doku =documentation =documentations > document
spec specs spezifikation especificación =specification =specifications
util utils utility
admin administrator administration admins administrateur administrador
app application apps anwendung anwendungen aplicación toepassing aplicativo
info information infos information información
ver version versión versionen versiones versie
num number nr nummer numéro número nummern números
str string strings zeichenkette zeichenketten
int integer
bool boolean
obj object objekt objet objeto objekte
arr array
ptr pointer zeiger
idx index indices indexes =index =indices
ctx context kontext contexte contexto
cfg config conf configuration configure konfiguration configuración configuratie configuração konfigurieren configurer configurar konfiguriert konfig =settings =setting =einstellung =einstellungen =réglages =paramétrage ajustes instellingen
dev development entwicklung développement desarrollo ontwikkeling desenvolvimento
developer entwickler développeur desarrollador
stg preprod preproduction =staging > stage
ms millisecond millis millisekunden milliseconde milisegundos
sec secs second seconds sekunde seconde segundo sekunden secondes segundos
hr hour hrs stunde heure hora uur stunden heures horas
tz timezone zeitzone zeitzonen
dt datetime
id ids =identifier =identifiers kennung identificador
uuid guid
url uri urls
vm virtualmachine vms
lb loadbalancer
gw gateway
ns namespace namensraum
svc service dienst servicio dienste servicios
microservice microservices mikroservice
fs filesystem dateisystem
cmd command cmds befehl comando befehle comandos
exe =executable =executables > execut
bin binary binaries
conn connection verbindung connexion conexión verbinding conexão verbindungen connexions conexiones
sess session sitzung sesión sitzungen sessions sesiones sessie sessão
pwd password passwd pw passwort kennwort contraseña wachtwoord senha passwörter kennwörter contraseñas wachtwoorden motdepasse =passwortes
cred creds credential zugangsdaten anmeldedaten credenciales =identifiants
key schlüssel clé clave sleutel chave clés claves schluessel > llave
secret geheimnis geheimnisse secreto secretos geheim
token tokens jeton jetons
pk primarykey primärschlüssel
fk foreignkey fremdschlüssel
regex regexp regularexpression
lint linter linting
fmt format formatter formatieren formatierung formater formatear formatiert
ctor constructor konstruktor
init initialise =initialize =initializes =initialized =initializing =initialization initialisieren initialisation > initi
async asynchronous asynchron asynchrone asíncrono
sync synchronize synchronise synchronization synchronisierung synchronisieren synchroniser sincronizar synchronisiert
poc prototype
adr adrs
rc releasecandidate
sso singlesignon
mfa 2fa twofactor multifactor
oidc openid
oauth oauth2
tls ssl
cert certificate certs zertifikat certificat certificado zertifikate certificats certificados certificaat
oom outofmemory
npe nullpointer nullpointerexception
segfault segmentationfault sigsegv
gc garbage
hw hardware
sw software
fw firmware
mcu microcontroller mikrocontroller microcontrôleur
ota overtheair
ml machinelearning
nn neuralnetwork neuralnet
llm languagemodel
df dataframe
nb notebook ipynb jupyter
viz visualise visualisierung =visualization =visualisation =visualize
fig figure figs abbildung
col column cols spalte colonne columna kolom coluna spalten colonnes columnas
row zeile ligne fila rij linha zeilen lignes filas
lr learningrate lernrate
acc accuracy genauigkeit précision
stddev std
avg average durchschnitt moyenne promedio gemiddelde
max maximum
min minimum
freq frequency
qty quantity menge quantité cantidad
amt amount betrag montant bedrag beträge montants
acct account konto compte cuenta konten comptes cuentas rekening conta
addr address adresse dirección adres endereço adressen adresses direcciones
tel phone telephone telefon téléphone teléfono
org organisation organisations =organization =organizations > organ
dept department abteilung département departamento
mgmt management
approx approximately ungefähr
desc description describe beschreibung descripción beschreibungen
prev previous vorherige vorheriger précédent
curr current cur aktuell aktuelle actuel
orig > origin
src source quellen
dst destination dest ziel
tgt target
len length longueur longitud
calc calculate calculation berechnung calcul cálculo berechnen berechnet calculer calcular
eval evaluate evaluation
gen generate generieren générer generar generiert erzeugen erzeugt
rm remove delete löschen supprimer eliminar borrar verwijderen excluir gelöscht entfernen entfernt löscht lösche supprimé supprime suppression eliminado elimina borra borrado loeschen löschung apagar remover quitar
mv move verschieben déplacer mover verschoben verschiebt
cp copy kopieren copier copiar kopiert kopie
bg background hintergrund
fg foreground
px pixel
notif notification notify notifs benachrichtigung benachrichtigungen notificación notificaciones
subscription subscribe abonnement abo suscripción abos abonnements suscripciones
mq messagequeue
kv keyvalue
nav navbar navigation
ssr serversiderendering
stacktrace traceback backtrace
symlink softlink
newline linebreak linefeed zeilenumbruch
eol lineending lineendings
cron cronjob crontab cronjobs
deploy deployment rollout ausrollen bereitstellung bereitstellen déployer déploiement desplegar despliegue ausgerollt deployen deployt déployé desplegado bereitgestellt implantação uitrollen implantar déployée rolloutplan
rollback revert zurückrollen zurücksetzen annuler revertir zurückgerollt
login signin logon anmeldung anmelden einloggen inloggen iniciosesión =connecter angemeldet eingeloggt
logout signout logoff abmelden abmeldung ausloggen déconnexion déconnecter uitloggen abgemeldet
signup registration registrierung registrieren inscription registro registrar registreren registriert
email mail courriel correo mails emails
modal dialog dialogue popup dialogfeld
autocomplete typeahead
carousel slider
toast snackbar
latest newest neueste neuste
coworker colleague teammate kollege collègue compañero collega colega kollegen kollegin
vacation holiday urlaub vacances vacaciones vakantie férias
cart basket warenkorb panier carrito winkelwagen carrinho warenkörbe
coupon voucher gutschein bon cupón gutscheine
stock inventory lagerbestand bestand inventaire inventario existencias voorraad estoque =lager
color colour farbe couleur farben couleurs kleur cor
behavior behaviour verhalten comportement comportamiento gedrag comportamento
catalog catalogue katalog catálogo
license licence lizenz licencia licentie licença lizenzen
center centre
favorite favourite
honor honour
neighbor neighbour nachbar
labor labour
flavor flavour
gray grey
program programme programm
analog analogue
defense defence
practice practise
artifact artefact artefakt artefakte
judgment judgement
fulfil fulfill
enrol enroll
meter metre
fiber fibre
theater theatre
serialize serialise serialisieren sérialiser
normalise normalisieren =normalize =normalized =normalization > normal
optimize optimise optimierung optimieren optimiser optimizar optimization
customise anpassen =customize =customized =customization
tokenise =tokenize =tokenization
sanitize sanitise
finalise =finalize =finalized
minimize minimise minimieren
maximize maximise
categorize categorise
summarize summarise summary zusammenfassung résumé resumen zusammenfassen
recognize recognise
standardise =standardize =standardized
anonymise anonymize anonymisieren anonymiser anonimizar anonymisiert
randomise =randomize =randomized
containerise =containerize =containerized
realize realise
apologize apologise
analyze analyse analysis análisis analysieren analyser analizar
prioritise priority priorität priorité prioridad
ran > run
break broke broken kaputt cassé roto
build built bauen gebaut
write wrote written schreiben écrire escribir schrijven escrever geschrieben schreibt
rewrite rewrote rewritten
overwrite overwrote overwritten überschreiben écraser sobrescribir überschrieben
override overrode overridden
rebuild rebuilt
rerun reran
undo undid undone
send sent senden envoyer enviar verzenden gesendet versenden verschicken envoie envoyé enviado
resend resent
throw threw thrown
lose lost verlieren verloren perdre perdu perder perdido
begin began begun
choose chose chosen choice wählen choisir elegir auswählen ausgewählt
freeze froze frozen
forget forgot forgotten vergessen oublier olvidar oublié
hide hid hidden ausblenden verstecken masquer ocultar versteckt ausgeblendet
wake woke
steal stole stolen
draw drew drawn
bind bound
split aufteilen diviser dividir aufgeteilt
catch caught
teach taught
learn learnt
understand understood verstehen comprendre entender
mean meant
fall fell fallen
grow grew grown
rise rose
spend spent
sell sale sold
buy bought purchase kaufen acheter comprar gekauft einkauf achat compra
pay paid zahlen bezahlen payer pagar betalen bezahlt bezahlung zahlt
shrink shrank shrunk
stick stuck
spin spun
deal dealt
tear tore torn
drive drove driven
fly flew flown
eat ate eaten
speak spoke spoken
wear wore worn
swim swam
sing sang sung
drink drank drunk
find found finden trouver encontrar gefunden findet
hold held
keep kept
lead led
leave left
tell told
sleep slept
win won
fight fought
feel felt
sit sat
stand stood
know knew known
child children
decide decision entscheidung entscheiden décision décider decisión decidir entschieden entscheidungen beslissing
succeed success successful erfolgreich erfolg réussi
expire expiry abgelaufen ablaufen expirer caducar abgelaufene läuft expiré caducado
fail failure fehlschlag scheitert fehlgeschlagen échoue échec fallo falla mislukt falha scheitern gescheitert échouer échoué fallos fallar fallan fehlschlagen falló falhar fehlschlägt
verify verification überprüfen vérifier verificar überprüft verifizieren verificación vérification überprüfung controleren
check prüfen prüft geprüft prüfung comprobar
permission permit berechtigung berechtigungen permisos permiso rechte autorisations permissão zugriffsrechte
explain explanation erklären expliquer explicar erklärung erkläre explique explica uitleggen
maintenance maintain wartung
convert convertir konvertieren umwandeln =conversion
extend extension ext erweitern erweiterung étendre extender extensión
compare vergleichen comparer comparar vergleich vergelijken
comparison > compare
submit submission absenden soumettre
repro reproduce reproduzieren reproduire reproducir nachstellen
expand expansion
collide collision kollision
alias aliases
matrix matrices
vertex vertices
leaf leaves
criterion criteria
branch branches zweig branche rama ramas zweige zweigen
commit commits committen commité commité
merge merges mergen zusammenführen fusionner fusionar samenvoegen mesclar zusammenführung gemergt gemerged
push pushen gepusht pousser empujar
review begutachtung überprüfung relecture revue revisión revisar revisão reviewen
conflict konflikt conflit conflicto konflikte conflits conflictos
release releases veröffentlichung veröffentlichen publier publicar publicación lanzamiento veröffentlicht publié freigabe sortie
publish veröffentlichen publier publicar publiceren
rename umbenennen renommer renombrar umbenannt renommé renombrado hernoemen renomear umbenennung
change ändern änderung modifier modification cambiar cambio wijzigen änderungen geändert changement aendern modificar modificación mudança alterar wijziging
add hinzufügen ajouter añadir agregar toevoegen adicionar hinzugefügt ajoute ajouté ajout añade hinzufuegen
create erstellen créer crear anlegen aanmaken criar erstellt créé crée creado angelegt erstelle création creación
update aktualisieren aktualisierung actualizar actualización aktualisiert atualizar bijwerken
upgrade aktualisieren actualizar
install installieren installer instalar installeren installiert installation instalación
start starten démarrer iniciar arrancar gestartet startet démarrage inicio
stop stoppen arrêter detener parar gestoppt anhalten arrêt
run ausführen exécuter ejecutar uitvoeren executar ausgeführt läuft laufen lancer exécute lanzar ausfuehren executa
call aufrufen appeler llamar aufruf aufgerufen appel llamada aufrufe
load laden cargar geladen chargement carga lädt
save speichern enregistrer guardar opslaan salvar gespeichert sauvegarder guardado speichert
backup sicherung sicherungskopie sauvegarde respaldo datensicherung backups sicherungen sauvegardes respaldos
restore wiederherstellen restaurer restaurar wiederherstellung wiederhergestellt restauration restauración herstellen
read lesen lire leer lezen gelesen
open öffnen ouvrir abrir geöffnet
close schließen fermer cerrar sluiten geschlossen
search suchen =suche rechercher recherche buscar búsqueda zoeken gesucht
show anzeigen afficher mostrar anzeige angezeigt affichage zeigen zeigt tonen affiche
test testen tests prueba pruebas probar teste getestet essai essais tester tester testfall testfälle teste testet
fix beheben reparieren corriger arreglar corregir beheb behoben repariert oplossen corrigir behebt behebe corrección réparer beheben
solve solution lösen résoudre resolver lösung gelöst solución
disable deaktivieren désactiver desactivar deaktiviert désactivé
enable aktivieren activar aktiviert
allow erlauben autoriser permitir erlaubt
forbid verboten verbieten interdire interdit prohibido
prevent verhindern empêcher evitar verhindert
ignore ignorieren ignorer ignorar ignoriert
replace ersetzen remplacer reemplazar vervangen substituir ersetzt remplacé
import importieren importer importar importiert
export exportieren exporter exportar exportiert
upload hochladen téléverser subir hochgeladen uploaden
download herunterladen télécharger descargar heruntergeladen téléchargement descarga downloaden
migrate migration migrieren migrer migrar migración migriert migrationen migraciones migraties
count zählen compter contar anzahl zähler
sort sortieren trier ordenar sortierung sortiert
filter filtern filtrer filtrar filtre filtro
validate validation validieren valider validar validierung validación valideren
parse einlesen
encrypt verschlüsseln verschlüsselung chiffrer chiffrement cifrar cifrado verschlüsselt
schedule zeitplan planifier programar geplant
retry wiederholen réessayer reintentar wiederholung wiederholt wiederholungen reintento
cancel abbrechen stornieren annuler annulation cancelar annuleren storniert stornierung abgebrochen abbruch
refund rückerstattung erstattung remboursement rembourser reembolso terugbetaling erstatten rückerstattungen
invoice rechnung facture factura factuur fatura rechnungen factures facturas facturen rechnungsnummer facturation
payment zahlung paiement pago betaling pagamento zahlungen paiements pagos betalingen
order bestellung pedido bestelling encomenda bestellungen pedidos bestellen auftrag aufträge =commande =commandes =commander
customer kunde klant kunden klanten =cliente =clientes
user benutzer utilisateur usuario gebruiker usuário nutzer utilisateurs usuarios benutzern anwender gebruikers
contract vertrag contrat contrato verträge contrats contratos overeenkomst
price preis prix precio prijs preço preise precios prijzen
tax steuer taxe impôt impuesto belasting imposto steuern taxes impuestos
vat mehrwertsteuer umsatzsteuer mwst tva iva btw
currency währung devise moneda divisa valuta moeda währungen devises monedas
money geld argent dinero
discount rabatt remise descuento korting desconto rabatte remises descuentos
rounding rundung arrondi redondeo runden gerundet rundungsfehler arrondir redondear arrondis
product produkt produit producto produkte produits productos
versand livraison envío lieferung verzending entrega livraisons =shipping
shop laden boutique tienda winkel loja webshop onlineshop
report bericht rapport =informe relatório berichte rapports =informes
file datei fichier archivo fichero bestand arquivo dateien fichiers archivos bestanden
path pfad chemin ruta pad pfade chemins rutas
page seite página pagina seiten páginas
screen bildschirm écran pantalla scherm tela
window fenster fenêtre ventana venster janela
table tabelle tabla tabel tabela tabellen tablas tableau
field feld champ campo felder champs campos veld
form formular formulaire formulario formulier formulário formulare
list liste lista lijst listen listes
menu menü menú
link verweis lien enlace liens enlaces
query abfrage consulta abfragen consultas
record datensatz datensätze enregistrement registros
value wert valeur valor waarde werte valeurs valores
type typ tipo typen tipos
line zeile ligne línea zeilen líneas
code quelltext quellcode código
class klasse classe clase klassen
interface schnittstelle interfaz schnittstellen interfaces
component komponente componente komponenten componentes =composant =composants
module modul módulo module módulos
rule regel règle regla regels regra regeln règles reglas
constraint einschränkung contrainte restricción
anforderung exigence requisito anforderungen exigences requisitos =requirement =requirements
task aufgabe tâche tarea taak tarefa aufgaben tâches tareas
project projekt projet proyecto projeto projekte projets
step schritt étape paso
problem probleme problème problema problemen
cause ursache causa
reason grund raison razón gründe
example beispiel exemple ejemplo voorbeeld beispiele exemples ejemplos
name namen nom nombre naam nome
label beschriftung étiquette etiqueta
text texte texto
language =locale =locales sprache langue idioma taal sprachen langues
date datum fecha
week woche semaine semana
month monat mois mes maand
year jahr année año jaar
night nacht nuit noche nachts
daylight sommerzeit
deadline frist échéance plazo fristen
limit grenze limite grenzwert limiet obergrenze límite
memory speicher mémoire memoria geheugen memória arbeitsspeicher
disk festplatte disque disco
network netzwerk netz réseau netwerk réseaux
server servern serveur servidor serveurs servidores
host rechner hôte
queue warteschlange cola wachtrij fila warteschlangen
cache zwischenspeicher caching
lock sperre verrou bloqueo sperren verrouillage
log protokoll registro protokolle logs logdatei protokollierung journaux logging logbuch =journal
monitoring überwachung surveillance supervisión überwachen
alert alerte alerta alarm
version fassung
security sicherheit sécurité seguridad beveiliging segurança
vulnerability schwachstelle sicherheitslücke faille vulnerabilidad sicherheitslücken
access zugriff zugang acceso toegang acesso
role rolle rôle rol rollen
right berechtigt
slow langsam lenta lento traag langsame langsamer =lent =lente
fast schnell rapide rápido snel
large groß größe große grosse grand grande groot
size größe taille tamaño grootte
empty leer vide vacío leeg vazio leere
missing fehlt fehlen manquant manque falta ontbreekt fehlende fehlendes manquante
wrong falsch faux incorrecto verkeerd errado falsche falschen fausse
duplicate doppelt duplicado dubbel doppelte doublon doublons doppelten duplikat
invalid ungültig invalide inválido ongeldig ungültige
expected erwartet attendu esperado
unused ungenutzt inutilisé
flaky instabil instable inestable
deprecated veraltet obsolete obsolète obsoleto veraltete
quality qualität qualité calidad
convention konvention convention convención konventionen
architecture architektur architecture arquitectura
design entwurf diseño
layout anordnung disposition
style stil estilo
theme thema thème tema
feature funktionalität fonctionnalité funcionalidad característica
team mannschaft équipe equipo
besprechung réunion reunión =meeting
warning warnung avertissement advertencia warnungen
measure messen mesurer medir messung mesure
sensor capteur
circuit schaltung platine
device gerät appareil dispositivo apparaat geräte
driver treiber controlador
chart diagramm graphique gráfico diagramme
data daten donnée dato données datos gegevens dados
training trainieren entraînement entrenamiento
model modell modèle modelo modelle modèles
dataset datensatz
experiment versuch
scale skalieren skalierung escalar
gateway passerelle
container conteneur contenedor
image abbild
cluster clústeres
workflow arbeitsablauf flujo
approval genehmigung approbation aprobación freigabe genehmigen
holiday feiertag feiertage férié festivo
complaint beschwerde réclamation queja beschwerden
ticket vorgang
supplier lieferant fournisseur proveedor lieferanten
warehouse lagerhaus entrepôt almacén magazijn =lager
delivery deliver lieferung livraison entrega liefern livrer
reminder mahnung rappel recordatorio erinnerung
dunning mahnung mahnwesen
balance saldo solde
receipt beleg quittung reçu recibo belege
buchung réservation reserva buchungen =booking
patient patienten patients paciente
appointment rendezvous cita =termin =termine
employee mitarbeiter employé empleado medewerker
company firma unternehmen entreprise empresa bedrijf
测试 test
日志 log
缓存 cache
配置 config
部署 deploy
上线 deploy
发布 上线 release
错误 error
报错 error
异常 exception
失败 fail
请求 request
接口 > api interface
登录 login 登陆
订单 order
库存 inventory stock
支付 payment 付款
退款 refund
用户 user
客户 customer
性能 =performance > perform
内存 memory
组件 component
密码 password 口令
编码 encoding
导出 export
下载 download
数据 > data database
prod =production produktion produktiv producción productie produção produktivsystem prd > product
template vorlage modèle plantilla vorlagen
tenant mandant locataire inquilino mandanten
endpoint endpunkt endpunkte
font schriftart police fuente
dark dunkel sombre oscuro donker
timeout zeitüberschreitung
comment kommentar commentaire comentario kommentare commentaires comentarios
note notiz notizen nota
loop schleife boucle bucle
debug debuggen déboguer depurar
refactor refactoring refaktorisieren refactoriser refactorizar refaktorierung
unit einheit unité unidad
attachment anhang adjunto anhänge
print drucken imprimer imprimir
calendar kalender calendrier calendario
friday freitag vendredi viernes freitags
monday montag lundi lunes
weekend wochenende
buchhaltung comptabilité contabilidad =accounting
event ereignis evento ereignisse eventos =événement =événements
trigger auslöser déclencheur
owner besitzer eigentümer propriétaire propietario
archive archivieren archiver archivar
tool werkzeug outil herramienta werkzeuge outils
shortcut tastenkürzel raccourci atajo
keyboard tastatur clavier teclado
battery batterie akku
voltage spannung tension
temperature temperatur température
serial seriell
flash flashen geflasht
coverage testabdeckung couverture cobertura
screenshot bildschirmfoto
anonymous anonym`

/** Words that stand near one another: the task, the symptom, the part, what a note about it says. */
export const RELATED_WORDS = `release ship publish rollout live customer version changelog
release version bump changelog semver tag publish npm
changelog release history
hotfix patch urgent emergency production
deploy release staging production rollout pipeline
deploy hour freeze friday holiday weekend window evening
freeze deploy holiday friday weekend code
rollback incident revert restore deploy
incident outage postmortem oncall pager downtime
outage unavailable offline downtime
canary gradual percent rollout flag
slow latency performance timeout cache index profile
slow query eager index
performance benchmark profile bottleneck throughput
timeout slow hang deadline expire limit
hang freeze stuck block deadlock timeout
deadlock lock mutex transaction hang race
crash oom memory killed heap limit panic segfault
oom killed memory heap limit rss
leak memory heap listener unclosed grow
screenshot snapshot visual pixel baseline regression
snapshot golden baseline expected
login session token cookie sso oauth credential
session expire logout cookie token ttl
oauth oidc sso saml idp token scope
jwt token claim bearer expire
mfa otp totp authenticator code
permission role rbac acl policy forbidden 403
forbidden 403 401 unauthorized denied permission
csrf xss cors origin header security
cors origin header preflight browser
security vulnerability cve audit exploit injection
injection sql escape sanitize quote
escape sanitize
amount rounding cent decimal money float
rounding cent decimal float precision money
price amount total cent currency
wrong total amount rounding sum
currency exchange rate euro dollar
discount percent price promotion
tax vat rate invoice country
invoice number pdf billing receipt
payment stripe paypal card provider checkout
refund chargeback credit cancel
subscription plan renewal billing trial
duplicate twice idempotent retry unique
idempotent retry twice duplicate
twice double duplicate
unique duplicate constraint index
flaky intermittent sometimes race order nondeterministic
flaky test retry rerun quarantine
sometimes occasionally intermittent random
race concurrent lock atomic transaction
atomic transaction rollback commit
transaction isolation lock commit
secret password token key vault env leak
secret vault keychain rotate
rotate expire secret
log logs trace stack journal logger print
log logger console print stdout
trace span correlation request opentelemetry
stack trace exception error
metric prometheus grafana dashboard gauge counter
dashboard grafana chart panel metric
monitor sentry alert error uptime
alert pager threshold oncall noise
complaint customer ticket support user feedback
support customer ticket complaint
color theme token dark palette
theme dark palette
font typography typeface
icon svg symbol glyph
spacing margin padding gap
css tailwind style stylesheet
css sass scss style
responsive mobile breakpoint viewport
mobile ios android phone app
android gradle apk play
ios xcode swift simulator testflight
button click tap
form input field validation submit
form validation error message required
input field textbox
dropdown select picker menu combobox
modal overlay window confirm
table grid row column
scroll pagination infinite page
pagination page cursor offset limit keyset
text translation label
translation string language
translation missing label string
label caption title heading
tone phrase voice
date time timestamp timezone utc
timezone utc daylight dst offset
clock timestamp
daylight dst clock
calendar date day schedule
schema column field migration table
migration column alter rename backfill
migration alembic flyway prisma knex
column field attribute
orm model entity prisma sqlalchemy hibernate
index explain query plan scan
default fallback value
backup restore dump snapshot
dump export backup restore
replica primary follower replication
shard partition
branch commit merge rebase push pr review
branch name prefix feature main
branch main master trunk
commit message convention prefix subject
commit squash amend fixup
merge squash rebase conflict
merge conflict resolve
push force branch
push protected force
pr review approve merge reviewer
pr description template title
review reviewer codeowner approve
submodule vendor
tag version release annotate
hook precommit husky
dependency install add package library
dependency upgrade update bump version renovate dependabot
dependency license audit approve
package npm yarn pnpm lockfile
npm yarn pnpm bun
install npm pnpm yarn package
lockfile lock package install
pip poetry uv requirement python
python venv virtualenv interpreter
cargo crate rust
maven gradle java jar
nuget dotnet csharp
composer php laravel
bundle gem ruby
fake seed fixture factory sample anonymous
fixture factory seed sample
seed fixture demo sample
anonymous personal privacy gdpr pii
privacy gdpr personal consent pii
personal pii gdpr anonymize mask
mask redact hide anonymize
mock stub fake spy double
mock network msw nock intercept
test unit integration e2e suite
test jest vitest mocha runner
test pytest unittest
e2e playwright cypress selenium browser
e2e browser selector testid
coverage threshold test percent
assertion assert expect matcher
test fixture mock database
skip disable ignore pending
tdd test failing
regression test bug
reproduce bug failing step
ci pipeline workflow job runner action
ci red fail broken green
ci cache artifact
ci github actions gitlab jenkins
build compile bundle webpack vite esbuild
build artifact dist output
bundle size chunk split tree
compile typecheck tsc
type generic
lint style format rule eslint
lint suppress disable ignore rule
format indent tab space prettier
import alias relative
import order sort
circular import cycle
naming case convention camel snake
folder structure layout
architecture layer boundary module
architecture adr decision layer
hardware board flash firmware debugger device
firmware flash bootloader ota
flash board probe openocd jlink
debugger jtag swd gdb probe breakpoint
serial uart console baud
sensor i2c spi bus
pin gpio port
interrupt isr
rtos task priority
watchdog reset reboot hang
reset reboot restart boot
battery power sleep
power sleep wake
voltage current measure
board revision pcb hardware
calibrate sensor offset measure
pipeline dag backfill schedule nightly airflow
nightly cron schedule overnight
dag airflow dagster
backfill history rerun partition
etl pipeline ingest
ingest import pipeline
warehouse bigquery snowflake redshift dbt
dbt model warehouse
spark cluster
stream kafka topic consumer event
kafka topic consumer offset partition
queue rabbitmq sqs broker message
queue dead letter retry
event publish subscribe listener emit
worker job queue background sidekiq celery
dataset csv parquet
csv excel delimiter export encoding
excel spreadsheet xlsx csv
parquet column arrow
schema contract validation
chart plot figure notebook graph
plot matplotlib figure axis
figure dpi paper caption
paper latex manuscript
notebook output clear cell
train model gpu epoch checkpoint
seed random reproduce
experiment track result
metric accuracy score evaluation
gpu cuda memory batch
checkpoint weight model
feature flag toggle experiment
experiment ab test variant
flag launchdarkly toggle switch
environment variable dotenv config
dotenv env secret
config yaml toml json
config default override
local docker compose setup
local setup start
docker compose container service
container registry image tag
kubernetes helm chart manifest
kubernetes pod node namespace deployment
pod restart crash loop
helm chart release
terraform infrastructure provision
infrastructure terraform cloud provision
cloud aws gcp azure
aws s3 lambda ec2
s3 bucket object storage upload
serverless lambda function
cold start lambda
nginx proxy ingress reverse
ingress loadbalancer route
dns domain record
domain subdomain host
certificate expire renew letsencrypt
ssh server host access
port conflict bind address
network firewall vpn
cdn cache edge cloudfront
cache invalidate stale ttl redis
cache redis key ttl
stale cache outdated
outdated stale obsolete
redis cache queue
search elasticsearch index relevance
search fulltext query
upload multipart presigned
image resize thumbnail compress
thumbnail image preview
video stream media
audio sound mic
pdf generate document print
print pdf paper
email template smtp sendgrid mailer
email send spam bounce
sms phone twilio message
notification push email
webhook signature retry
webhook stripe payload event
signature sign verify hmac
api version breaking v2
api graphql resolver
graphql query mutation resolver
grpc protobuf proto
openapi swagger spec api
endpoint validation request body
header authorization bearer
status http
error message text
error handling catch throw wrap
catch swallow ignore error
exception throw raise catch
retry backoff jitter exponential
rate limit 429 throttle quota
429 throttle rate quota
vendor external
vendor provider partner external
integration partner api
sandbox test account
client sdk library
sdk client generate
generate codegen generator
generated regenerate
template boilerplate scaffold generator
scaffold generate template
component storybook story
storybook component
redux store zustand
render slow rerender memo
hydration mismatch server render
accessibility aria keyboard screenreader
keyboard shortcut focus
focus trap keyboard
contrast color accessibility
animation transition motion
deprecated legacy remove
refactor cleanup rewrite restructure extract
dead unused code remove
todo fixme comment
docstring comment documentation
readme documentation guide
onboard setup guide
guide tutorial howto
example sample snippet
license header copyright
language english german write
english language comment
reply answer tone short
ask confirm permission
confirm ask approve
estimate effort
sprint milestone deadline
deadline date due
meeting standup weekly
owner responsible maintainer
responsible owner contact
oncall rotation schedule
approve owner
legal compliance audit
audit log compliance history
retention delete purge
purge delete retention expire
archive retention
soft delete restore deleted
tenant customer organization isolation
tenant multi schema
registration signup user confirm
invite user email
role admin permission
admin backoffice panel
order checkout cart purchase
checkout payment cart order
stock reserve inventory warehouse
inventory count stock sku
sku product variant
variant product option
catalog product listing
shipping carrier label parcel
parcel shipping tracking
delivery address shipping
seat booking reservation
booking reservation slot appointment
appointment booking slot calendar
patient record clinic
contract signature
bank account iban transfer
transfer bank payment
ledger booking account entry
accounting ledger booking invoice
report export monthly
negative minus zero
zero empty null
overflow int limit
precision decimal float
encoding utf8 unicode charset
umlaut encoding utf8
line ending crlf windows
windows path powershell
shell script bash
makefile target
debug breakpoint log inspect
profile flamegraph cpu
simulate emulator simulator
emulator simulator device
game unity
asset static
frame fps render
multiplayer server lobby network
gps coordinate
coordinate latitude longitude
distance route
plugin extension addon
extension plugin hook
editor ide vscode
editor config setting
proxy forward header
zip archive compress
checksum hash verify
hash bcrypt password
encrypt key aes
id uuid primary
slug url path
redirect url route
route path page
link broken 404
404 missing page
500 error server
browser support safari old
cookie consent banner
analytics tracking event
tracking analytic event
seo meta title
meta title description
webhook endpoint
websocket realtime socket
realtime websocket live push
poll interval refresh
refresh reload update
offline sync
sync conflict merge
batch bulk chunk
bulk import batch
sort collation
trim whitespace blank
whitespace space
validate schema zod
validation zod joi pydantic
date format iso
strict mode typescript
enum constant union
immutable readonly frozen
singleton global
injection dependency container
delete remove erase drop purge discard
create add new generate
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
retry repeat reattempt
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
short brief concise terse
verbose detailed long
prefer preference favorite favourite
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
child kid
language translation i18n
text copy
create add generate
save store persist
ci workflow`

/** Words in a row and the one that they stand for, which is the last. */
export const PHRASE_WORDS = `pull request pr
merge request pr
log in login
sign in login
log out logout
sign out logout
sign up signup
time zone timezone
roll out deploy
go live deploy
roll back rollback
end to end e2e
data base database
base de données database
bases de données database
base de datos database
base de dados database
mot de passe password
mots de passe password
file name filename
stack trace stacktrace
type script typescript
java script javascript
machine learning ml
garbage collection gc
out of memory oom
single sign on sso
two factor mfa
foreign key fk
primary key pk
language model llm
load balancer lb
variable d'environnement envvar
variables d'environnement envvar
variables de entorno envvar
variable de entorno envvar
environment variable envvar
mise à jour update
mises à jour update
mettre à jour update
panne de production outage
fuseau horaire timezone
zona horaria timezone
huso horario timezone
file d'attente queue
cola de mensajes queue
carte bancaire card
bon de commande order
service account serviceaccount
tableau de bord dashboard
cuadro de mando dashboard
clé étrangère fk
clave foránea fk
message d'erreur error
mensaje de error error
mise en production deploy
mettre en production deploy
puesta en producción deploy
copia de seguridad backup
copias de seguridad backup
iniciar sesión login
inicio de sesión login
cerrar sesión logout
se connecter login
se déconnecter logout
feature flag flag
mise en cache cache
demande de fusion pr
demande de tirage pr
fin de semana weekend
pièce jointe attachment
hoja de cálculo spreadsheet
feuille de calcul spreadsheet`
