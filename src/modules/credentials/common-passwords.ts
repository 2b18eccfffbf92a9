// The commonest passwords of eight characters and more, from what leaks have in common.
const LIST = `
  password password1 password12 password123 password1234 password12345 password123456 password! password1! password01
  password2 password11 password99 passw0rd passw0rd1 p@ssw0rd p@ssword p@ssw0rd1 p@ssw0rd123 p@$$w0rd pa$$word
  pa$$w0rd passwort passwort1 passwords mypassword newpassword thepassword adminpassword secretpassword
  passwordpassword passpass motdepasse contraseña contrasena senha123 wachtwoord haslo123 kennwort 12345678 123456789
  1234567890 0123456789 012345678 01234567 12345678910 123456789a 12345678a 123456789q 1234567891 123123123 12341234
  12121212 11111111 111111111 1111111111 00000000 000000000 0000000000 22222222 33333333 44444444 55555555 66666666
  77777777 88888888 99999999 999999999 87654321 987654321 9876543210 0987654321 11223344 1122334455 112233445566
  11112222 123321123 12344321 123454321 1234554321 12345679 123456123456 123456654321 147258369 147852369 159357456
  159753159 147896325 741852963 789456123 963852741 321321321 456456456 789789789 102030405060 10203040 12131415
  13131313 14141414 19841984 20002000 20202020 20242024 20252025 20262026 23232323 31415926 314159265 25252525
  69696969 98765432 09876543 01020304 01012000 01012001 01011990 01011980 12345qwert 12345qwe qwertyui qwertyuiop
  qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty1! qwertyqwerty qwerty01 qwerty11 qwert123 qwert1234
  qwert12345 qwer1234 qwer12345 1qaz2wsx 1qaz2wsx3edc 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qazxsw2 1qaz!qaz 1qaz@wsx
  !qaz2wsx !qaz1qaz q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 zaq12wsx zaq1xsw2 zaq1@wsx qazwsxedc qazwsx123 qazwsxedcrfv
  qweasdzxc qweqweqwe qwe123qwe 123qweasd 123qwe123 123qweasdzxc qwe12345 asdfghjk asdfghjkl asdfasdf asdf1234
  asdfghjkl123 asdasdasd asd123asd zxcvbnm1 zxcvbnm123 zxcvbnm, zxcvzxcv zxczxczxc poiuytrewq lkjhgfdsa mnbvcxza
  mnbvcxz1 azertyui azertyuiop azerty123 azerty12 qwertz123 qwertzui qwertzuiop abcdefgh abcdefghi abcdefghij abcd1234
  abcd12345 abcdefg1 abcdefg123 abcabcabc abc12345 abc123456 abc123abc abc123def a1b2c3d4 a1b2c3d4e5 a1s2d3f4 a1234567
  a12345678 a123456789 aa123456 aa12345678 aaa11111 q1234567 q12345678 z1234567 1a2b3c4d 1234abcd 1234qwer 12qwaszx
  12wq12wq aaaaaaaa aaaaaaaaa aaaaaaaaaa zzzzzzzz xxxxxxxx qqqqqqqq ssssssss 1111qqqq iloveyou iloveyou1 iloveyou12
  iloveyou123 iloveyou2 iloveyou! iloveme1 iloveme123 iloveyouu ilovegod ilovejesus iloveyou3 ilovehim loveyou1
  loveyou2 lovelove loveme123 lovely123 loveforever mylove123 princess princess1 princess12 princess123 sunshine
  sunshine1 sunshine12 sunshine123 football football1 football12 football123 baseball baseball1 baseball123 basketball
  basketball1 superman superman1 superman123 batman123 batman12 batman01 spiderman spiderman1 starwars starwars1
  startrek startrek1 pokemon1 pokemon123 pikachu1 naruto123 minecraft minecraft1 minecraft123 roblox123 fortnite
  fortnite1 whatever whatever1 trustno1 trustnoone letmein1 letmein12 letmein123 letmein! letmeinnow welcome1
  welcome12 welcome123 welcome1234 welcome! welcome1! welcome01 welcome2 welcome2024 welcome2025 welcome2026
  welcome@123 welcome#1 hello123 hello1234 hello12345 helloworld hellohello hello2024 admin123 admin1234 admin12345
  admin123456 admin@123 admin!23 adminadmin administrator administrator1 root1234 rootroot toor1234 user1234 userpass
  username testtest test1234 test12345 test123456 testing1 testing123 tester123 guest123 guestguest demo1234 demodemo
  default1 default123 changeme changeme1 changeme12 changeme123 changeme! changeit changethis change123 letmechange
  temp1234 temporary temppass temppassword secret12 secret123 secret1234 secretsecret topsecret master12 master123
  master1234 mastermaster monkey12 monkey123 monkey1234 monkeymonkey dragon12 dragon123 dragon1234 dragonball
  dragonball1 shadow12 shadow123 shadow1234 michael1 michael123 jennifer jennifer1 jordan23 jordan123 michelle
  michelle1 jessica1 jessica123 ashley12 ashley123 charlie1 charlie123 daniel12 daniel123 andrew12 andrew123 thomas12
  thomas123 william1 anthony1 nicholas nicholas1 matthew1 joshua12 joshua123 jonathan christopher elizabeth elizabeth1
  samantha samantha1 victoria victoria1 isabella alexander alexander1 alexandra alejandro gabriel1 benjamin benjamin1
  danielle stephanie stephanie1 patricia caroline kimberly brittany brittany1 amanda12 babygirl babygirl1 babygirl12
  babyboy1 butterfly butterfly1 sweetheart sweetie1 chocolate chocolate1 cheesecake strawberry blueberry pineapple
  cookie123 cupcake1 butter123 chicken1 pumpkin1 cinnamon coffee123 computer computer1 computer123 internet internet1
  keyboard laptop123 samsung1 samsung123 google123 google12 facebook facebook1 linkedin linkedin1 instagram youtube1
  myspace1 microsoft windows1 windows10 apple123 android1 iphone123 nintendo playstation playstation2 xbox360x
  security security1 database server123 letmesee access14 accessme freedom1 freedom123 liverpool liverpool1
  liverpool123 chelsea1 chelsea123 arsenal1 arsenal123 manchester manunited manutd123 barcelona barcelona1 realmadrid
  juventus juventus1 newcastle tottenham rangers1 celtic1888 yankees1 cowboys1 steelers steelers1 eagles123 patriots
  lakers24 lakers123 redskins softball softball1 hockey123 soccer12 soccer123 swimming volleyball skateboard snowboard
  champion champion1 winner123 lucky123 lucky777 jackpot1 diamond1 diamonds silver123 golden123 platinum midnight
  midnight1 mountain blackcat blackbird blackjack bluebird bluesky1 redwings rainbow1 rainbow12 rainbow123 snowball
  snowflake summer12 summer123 summer2024 summer2025 summer2026 summer01 winter12 winter123 winter2024 winter2025
  winter2026 spring123 spring2024 spring2025 spring2026 autumn123 autumn2024 autumn2025 autumn2026 january1 february
  september september1 october1 november november1 december december1 monday123 friday123 hunter12 hunter123 ranger12
  killer12 killer123 warrior1 gangster gangster1 skeleton metallica metallica1 slipknot slipknot1 nirvana1 eminem123
  beatles1 madonna1 ferrari1 porsche1 porsche911 mercedes mercedes1 corvette corvette1 mustang1 mustang123 harley12
  harley123 hardcore jasmine1 flower12 flower123 flowers1 angel123 angels123 heaven123 jesus123 jesuschrist jesus777
  godisgood godislove blessed1 precious precious1 cutiepie sexybitch fuckyou1 fuckyou2 fuckyou123 fuckoff1 fuckyou!
  asshole1 bullshit pussycat scooter1 scoobydoo scooby123 snoopy123 garfield garfield1 tinkerbell tinkerbell1
  mickeymouse mickey123 winniethepooh donaldduck bugsbunny simpsons homer123 southpark gandalf1 hogwarts harrypotter
  harrypotter1 matrix123 terminator1 avengers godzilla einstein president america1 american1 canada123 mexico123
  brasil123 england1 scotland ireland1 germany1 deutschland france123 london123 newyork1 newyork123 chicago1
  california florida1 texas123 paris123 berlin123 november11 nothing1 something anything everything everyone forever1
  forever123 together someone1 remember goodluck goodbye1 hallo123 hallohallo bonjour1 bonjour123 coucou123 doudou123
  soleil123 chouchou marseille loulou123 schatz123 passwort123 willkommen hola1234 tequiero teamo123 estrella mariposa
  princesa naranja1 ciaociao amoremio amore123 juventus10 asdqwe123 letmein2 opensesame sesame123 abracadabra
  correcthorsebatterystaple qwerty!@# !@#$%^&* !@#$%^&*() 1q2w3e4r! 1q2w3e4r5t! pass1234 pass12345 pass@123 pass@word1
  pass@1234 passer123 login123 loginlogin signin123 openopen company1 company123 office123 manager1 manager123
  support1 support123 service1 service123 system123 network1 cisco123 oracle123 mysql123 postgres postgres1 postgresql
  ubuntu123 linux123 docker123 kubernetes jenkins1 tomcat123 raspberry raspberrypi
`;

/** What an attacker would try first, in lower case. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(LIST.trim().split(/\s+/));
