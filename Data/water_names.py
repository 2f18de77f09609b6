"""The names of lakes and rivers on maps.

The package of Natural Earth lost the letters outside of ASCII, and some of its names are those of
one of several countries or are misspelled. The names below are written by hand, from general
knowledge: the English name if there is a usual one, otherwise the local one. "" is no name, for
those that are uncertain.
"""

import re

LAKES = {
    "Ataturk Barajt": "Atatürk Reservoir", "Bariri": "", "Barra Bonita": "",
    "Beysehir": "Lake Beyşehir", "Biwa Ko": "Lake Biwa", "Bodensee": "Lake Constance",
    "Buhayrat al-Assad": "Lake Assad", "Buhayrat ath Tharthar": "Lake Tharthar",
    "Chao Hu": "Chaohu Lake", "Danau Toba": "Lake Toba", "Dongting Hu": "Dongting Lake",
    "Egridir": "Lake Eğirdir", "Embalse de Garcia  de Sola": "Embalse de García de Sola",
    "Etang Saumtre": "Étang Saumâtre", "Hinakud Dam": "Hirakud Reservoir", "Hjlmaren": "Hjälmaren",
    "Hongze Hu": "Hongze Lake", "Hulun Nuur": "Hulun Lake", "Inarijrvi": "Lake Inari",
    "Kabalebo Dam": "", "Kaliningradskiy Zaliv": "Vistula Lagoon", "Keban Baraji": "Keban Reservoir",
    "Khantayskoye Vodokhranilishche": "Khantayka Reservoir", "Khvsgl Nuur": "Lake Khövsgöl",
    "Kiyevskoye": "Kyiv Reservoir", "Krasnoyarskoye Vodokhranilishche": "Krasnoyarsk Reservoir",
    "Lac--l'Eau-Claire": "Lac à l'Eau Claire", "Lac Moeru": "Lake Mweru",
    "Lac St.-Jean": "Lac Saint-Jean", "Lac le--la-Crosse": "Lac Île-à-la-Crosse",
    "Lago Conceptin": "Lago Concepción", "Lago Gatun": "Gatun Lake",
    "Lago Nahuel Huap": "Nahuel Huapi Lake", "Lago Poop": "Lake Poopó",
    "Lago Rincon del Bonete": "Lake Rincón del Bonete", "Lago San Martn": "Lago San Martín",
    "Lago Titicaca": "Lake Titicaca", "Lago de Cahora Bassa": "Lake Cahora Bassa",
    "Lago de Nicaragua": "Lake Nicaragua", "Lago di Garda": "Lake Garda", "Laguna Iber": "Iberá",
    "Lake Dbo": "", "Lake Il'Men'": "Lake Ilmen", "Lake Pltipi": "", "Lake Sevana": "Lake Sevan",
    "Lake Winnepesaukee": "Lake Winnipesaukee", "Lokan Tekojarvi": "Lokka Reservoir",
    "Mapam Yumco": "Lake Manasarovar", "Marqakl": "Lake Markakol", "Mhisa": "",
    "Mingevir Reservoir": "Mingachevir Reservoir", "Mlaren": "Mälaren",
    "Nizhnekamskoe Reservoir": "Nizhnekamsk Reservoir",
    "Novosibirskoye Reservoir": "Novosibirsk Reservoir",
    "Obanbori Qayroqum": "Kayrakkum Reservoir", "Oulujarvi": "Oulujärvi", "Ozero Chrnoye": "",
    "Ozero Chrtovo": "", "Ozero Vandmtor": "", "Paduskoye More": "", "Pijnne": "Päijänne",
    "Pjrvi": "Lake Pyaozero", "Poyang Hu": "Poyang Lake",
    "Professor Doctor Ingenieur W. J. Van Blommestein Meer": "Brokopondo Reservoir",
    "Pskoyskoye Ozero": "Lake Pskov", "Pyhjrvi": "", "Qapshaghay Bgeni": "Kapchagay Reservoir",
    "Qinghai Hu": "Qinghai Lake", "Qusmuryn Kli": "", "Represa Agua Vermetha": "",
    "Represa Itaipu": "Itaipu Reservoir", "Represa Itarare": "",
    "Represa de So Simo": "Represa de São Simão", "Represa de Tucuru": "Represa de Tucuruí",
    "Repressa de Jupia": "Represa de Jupiá", "Rservoir Baskatong": "Réservoir Baskatong",
    "Rservoir Gouin": "Réservoir Gouin", "Rservoir Manicouagan": "Réservoir Manicouagan",
    "Rservoir Outardes Quatre": "Réservoir Outardes 4", "Rservoir Pipmuacan": "Réservoir Pipmuacan",
    "Rservoir de Caniapiscau": "Réservoir de Caniapiscau",
    "Rservoir de La Grande 2": "Réservoir La Grande 2",
    "Rservoir de La Grande 3": "Réservoir La Grande 3", "Rssvatnet": "Røssvatnet",
    "Saratovskoe Reservoir": "Saratov Reservoir", "Sarygamysh Kli": "Sarygamysh Lake",
    "Sasyqkl": "Lake Sasykkol", "Shardara Bgeni": "Chardara Reservoir", "Siletitengiz Kli": "",
    "Sipiwesk Lac": "Sipiwesk Lake", "Snsavatnet": "Snåsavatnet", "Storsjn": "Storsjön",
    "Tai Hu": "Lake Tai", "Tengiz Kli": "Lake Tengiz", "Tiete": "",
    "Toktogul Suu Saktagychy": "Toktogul Reservoir", "Tornetrsk": "Torneträsk",
    "Ust-Ilimskoye Vodokhranilishche": "Ust-Ilimsk Reservoir",
    "Vilyuyskoye Vodokhranilishche": "Vilyuy Reservoir", "Vnern": "Vänern",
    "Votkinskoye Reservoir": "Votkinsk Reservoir", "Vrtsjrv": "Võrtsjärv", "Vttern": "Vättern",
    "Ysyk Kl": "Issyk-Kul", "Zalew Wislany": "Vistula Lagoon",
    "Zeya Vodokhranilishche": "Zeya Reservoir", "snen": "Åsnen",
}
RIVERS = {
    "A?na": "Aïna", "Abay": "Blue Nile", "Ajaj?": "Ajajú", "Al Furat": "Euphrates",
    "Amazonas": "Amazon", "Amgun?": "Amgun", "Anadyr?": "Anadyr", "Aoukal?": "Aoukalé",
    "Argun? (Ergun)": "Argun", "Aripuan?": "Aripuanã", "B?nou?": "Benue", "B?o-B?o": "Biobío",
    "Bago?": "Bagoé", "Baoul?": "Baoulé", "Bol?shaya Kuonamka": "Bolshaya Kuonamka",
    "Bol?shoy Anyuy": "Bolshoy Anyuy", "Bol?shoy Yenisey": "Bolshoy Yenisey",
    "Bol?shoy Yugan": "Bolshoy Yugan", "Braco Menor": "", "Bratul Chillia": "Danube",
    "Bratul Sfintu Gheorghe": "Danube", "Bratul Sulina": "Danube", "Byk Menderes": "Büyük Menderes",
    "Caquet?": "Caquetá", "Carcara??": "Carcarañá", "Caron?": "Caroní",
    "Chirrip del Atlntico": "Chirripó", "Copiap?": "Copiapó", "Cuiaba": "Cuiabá",
    "Dal?lven": "Dalälven", "Daugava (Zapadnaya Dvina)": "Daugava", "Di?er Songhua": "Songhua",
    "Dicle": "Tigris", "Dihang": "Brahmaputra", "Dnepre": "Dnieper", "Duero": "Douro",
    "Ertis": "Irtysh", "Ferenc Csatorna": "", "Firat": "Euphrates", "G?ba": "Geba",
    "Gh?ghara": "Ghaghara", "Glomma (Glma)": "Glomma", "God?vari": "Godavari",
    "Grande Rivire de la Baleine": "Grande rivière de la Baleine", "Gta lv": "Göta älv",
    "Gu?rico": "Guárico", "Guain?a": "Guainía", "Guapor?": "Guaporé", "Hailar": "Argun",
    "Huang": "Yellow", "Ibicu?": "Ibicuí", "Indai?": "Indaiá", "Indals?lven": "Indalsälven",
    "Indragi": "Indragiri", "Iva?": "Ivaí", "Japur?": "Japurá", "Jiparan?": "Ji-Paraná",
    "Juru?": "Juruá", "Juta?": "Jutaí", "K?nes": "Künes", "Kad??": "Kadéï",
    "Kiz?lirmak": "Kızılırmak", "Klarlven": "Klarälven", "Komo?": "Komoé", "Kr": "Kura", "Krong": "",
    "L?rio": "Lúrio", "Lower  Tunguska (Nizhnyaya Tunguska)": "Lower Tunguska",
    "Lualaba (Congo)": "Lualaba", "Lule lv": "Lule älv", "Maas": "Meuse", "Mah?na Nad?": "Mahanadi",
    "Mamor?": "Mamoré", "Maquan (Damqogkanbab)": "Brahmaputra", "Mara??n": "Marañón", "Mio": "",
    "Mlzes": "Rivière aux Mélèzes", "Mosel": "Moselle", "Motala strm": "Motala ström",
    "Mytinge": "Myitnge", "Mytitha": "", "Nakanb? (White Volta)": "White Volta",
    "Neris (Vilija)": "Neris", "Neuqu?n": "Neuquén", "Ngounie": "Ngounié", "Nhamund?": "Nhamundá",
    "Niagra": "Niagara", "Nmai": "N'Mai", "Nu": "Salween", "Ob?": "Ob", "Oco?a": "Ocoña",
    "Ogoou?": "Ogooué", "Ol?kma": "Olyokma", "Olen?k": "Olenyok", "Ou?m?": "Ouémé",
    "Paran?": "Paraná", "Parana?ba": "Paranaíba", "Parna?ba": "Parnaíba", "Piau?": "Piauí",
    "Pivd. Buh": "Southern Bug", "Pnuco": "Pánuco", "Pribonka": "Péribonka", "Pungu?": "Pungwe",
    "Pur?s": "Purus", "Purificacin": "Purificación", "Quan": "", "R. des Outaouais": "Ottawa",
    "Rhein": "Rhine", "Rhin (Rhein)": "Rhine", "Rhne": "Rhône",
    "Ro Grande de Matagalpa": "Río Grande de Matagalpa",
    "Ro Grande de Santiago": "Río Grande de Santiago", "S?n?gal": "Senegal",
    "S?o  Francisco": "São Francisco", "Santa Mara": "Santa María", "Schelde (Steldt)": "Scheldt",
    "Severnaya Sos?va": "Severnaya Sosva", "Shiquan": "Indus", "Sittong": "Sittaung",
    "Skelleftelven": "Skellefte älv", "Song?acha": "Song'acha", "Songhua (Sungari)": "Songhua",
    "Soroksari Duna": "Danube", "Stora Lule lv": "Lule älv", "Strymnas (Truma)": "Struma",
    "Susqehanna": "Susquehanna", "Svernaya Dvina": "Northern Dvina", "Tajo": "Tagus",
    "Tao?er": "Tao'er", "Tapaj?s": "Tapajós", "Thj?rs?": "Þjórsá", "Tiet?": "Tietê", "Tom?": "Tom",
    "Tongtian": "Yangtze", "Tornelven": "Torne", "Tuotuo": "Yangtze", "Uaup?s": "Uaupés",
    "Ussuri (Wusuli)": "Ussuri", "Vitava": "Vltava",
    "W. Branch Susqehanna": "W. Branch Susquehanna", "Yanisyoki (Janisjoki)": "Jänisjoki", "Yi": "",
    "Za?gya": "Za'gya", "Zay?": "Zayü", "Zncara": "Záncara", "ngermanlven": "Ångermanälven",
    "Ari\ufffdge": "Ariège",
}


def water_name(raw, names):
    """The name of a lake or river; "" if it has none or has lost letters.

    Behind the local name of a river, the usual one is in parentheses: "Chang Jiang (Yangtze)".
    """
    if raw in names:
        return names[raw]
    if not raw.isascii() or "?" in raw:
        return ""
    inside = re.search(r"\((.+)\)", raw)
    return " ".join((inside.group(1) if inside else raw).split())
