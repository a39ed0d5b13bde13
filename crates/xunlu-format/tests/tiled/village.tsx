<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.8" tiledversion="1.8.2" name="village" tilewidth="16" tileheight="16" tilecount="8" columns="8">
 <image source="village.png" width="128" height="16"/>
 <tile id="1">
  <properties>
   <property name="walkable" type="bool" value="false"/>
  </properties>
 </tile>
 <tile id="2">
  <properties>
   <property name="Cost" type="float" value="2.5"/>
   <property name="terrain" value="swamp"/>
  </properties>
 </tile>
 <tile id="3">
  <properties>
   <property name="oneway" value="E,SE"/>
  </properties>
 </tile>
 <tile id="4">
  <properties>
   <property name="walkable" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="5">
  <properties>
   <property name="tag" value="key, 3"/>
  </properties>
 </tile>
 <tile id="6" type="obstacle"/>
 <tile id="7">
  <properties>
   <property name="cost" type="int" value="4"/>
  </properties>
 </tile>
</tileset>
